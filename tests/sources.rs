//! Rules for the sources of the program and its documents: every type name is unique in its crate, every test command
//! names a test target that exists, and all packages have one version.
#![allow(clippy::unwrap_used, reason = "a test without its data has failed")]

use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// The folders with sources of the program. Code that only tests it (reference models, simulator, tests) has its own
/// names.
const CRATES: [&str; 19] = [
    "core/api",
    "core/games",
    "core/service",
    "storage/directory",
    "storage/etcd",
    "storage/fjall",
    "storage/fjall/journal",
    "storage/port",
    "transports/cluster",
    "transports/documents",
    "transports/engine",
    "transports/http",
    "transports/link",
    "transports/local",
    "transports/mcp",
    "transports/outgoing",
    "transports/server",
    "transports/standby",
    "transports/web",
];

/// Names that the types of several modules may have.
const OF_MODULES: [&str; 3] = ["Config", "Error", "Event"];

#[test]
fn type_names_are_unique_in_their_crate() {
    let (mut seen, mut shared) = (0, Vec::new());
    for own in CRATES {
        let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for source in sources(&root().join(own).join("src")) {
            for name in types_in(&read_to_string(&source).unwrap()) {
                places.entry(name).or_default().push(source.clone());
            }
        }
        seen += places.len();
        // Each game has a view, an action and a phase in its own module; no two other modules share a name.
        let is_shared = |name: &str, sources: &[PathBuf]| {
            !OF_MODULES.contains(&name) && sources.iter().filter(|source| !is_of_a_game(source)).count() > 1
        };
        let of_crate = places.iter().filter(|(name, sources)| is_shared(name, sources));
        shared.extend(of_crate.map(|(name, sources)| format!("{name}: {sources:?}")));
    }
    assert!(seen > 500, "these are not all: {seen}");
    assert!(shared.is_empty(), "a name for each of these types is missing:\n{}", shared.join("\n"));
}

#[test]
fn type_declarations_are_recognised() {
    let text = [
        "pub(crate) struct One<T>(T);",
        "    secret pub struct Two {",
        "enum Three {",
        "type Four = u8;",
        "    type Associated = u8;",
        "/// struct Told;",
        "pub struct $name {",
        "#[cfg(test)]",
        "mod tests {",
        "    struct Double;",
    ];
    assert_eq!(types_in(&text.join("\n")), ["One", "Two", "Three", "Four"]);
}

#[test]
fn test_commands_in_documents_name_existing_targets() {
    let packages = packages();
    let mut seen = 0;
    for page in
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "core/README.md", "sim/README.md", "tests/README.md"]
    {
        let text = read_to_string(root().join(page)).unwrap();
        for command in text.split("cargo ").skip(1).map(|rest| rest.split(['`', '\n']).next().unwrap_or_default()) {
            let words: Vec<&str> = command.split(' ').take_while(|word| *word != "--").collect();
            let after = |flag| words.windows(2).filter(move |pair| pair[0] == flag).map(|pair| pair[1]);
            for package in after("-p") {
                let folder = packages.get(package).unwrap_or_else(|| panic!("{page}: no package {package}"));
                let manifest = read_to_string(folder.join("Cargo.toml")).unwrap();
                for target in after("--test").chain(after("--bench")) {
                    let is_named = manifest.contains(&format!("name = \"{target}\""));
                    let file = |place: &str| folder.join(format!("tests/{target}{place}")).exists();
                    assert!(is_named || file(".rs") || file("/main.rs"), "{page}: {package} has no target {target}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 5, "these are not all: {seen}");
}

#[test]
fn every_package_has_the_version_of_the_workspace() {
    let version = |file: &str| {
        let text = read_to_string(root().join(file)).unwrap();
        let line = text
            .lines()
            .map(str::trim)
            .find(|line| line.starts_with("version = ") || line.starts_with("\"version\": "));
        line.unwrap_or_else(|| panic!("{file} has no version")).split('"').rev().nth(1).unwrap().to_owned()
    };
    let workspace = version("Cargo.toml");
    for file in [
        "transports/clients/python/pyproject.toml",
        "transports/clients/typescript/package.json",
        "transports/clients/engine-python/Cargo.toml",
        "transports/clients/engine-python/pyproject.toml",
        "transports/clients/engine-c/Cargo.toml",
    ] {
        assert_eq!(version(file), workspace, "{file}");
    }
}

/// The folders of the workspace's packages, by name.
fn packages() -> BTreeMap<String, PathBuf> {
    let manifest = read_to_string(root().join("Cargo.toml")).unwrap();
    let (_, paths) = manifest.split_once("members = [").unwrap();
    let members = paths.split(']').next().unwrap().split('"').skip(1).step_by(2);
    let named = |member: &str| {
        let folder = root().join(member);
        let manifest = read_to_string(folder.join("Cargo.toml")).unwrap();
        let name = manifest.split("name = \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        (name, folder)
    };
    members.map(named).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files of Rust in a folder and in those within it; not those of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let stem = path.file_stem().unwrap_or_default();
        if stem == "tests" {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
    found
}

/// Whether a source is a game, or part of one.
fn is_of_a_game(source: &Path) -> bool {
    let Ok(within) = source.strip_prefix(root().join("core/games/src")) else { return false };
    let module = within.iter().next().unwrap_or_default();
    let folder = root().join("core/games/src").join(Path::new(module).with_extension(""));
    let whole = [folder.with_extension("rs"), folder.join("mod.rs")];
    whole.iter().any(|file| read_to_string(file).is_ok_and(|text| text.contains(" Game for ")))
}

/// The types that a text declares outside its tests.
fn types_in(text: &str) -> Vec<String> {
    let shipped = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    shipped.lines().filter_map(declared).map(str::to_owned).collect()
}

fn declared(line: &str) -> Option<&str> {
    // An indented type belongs to a trait.
    let is_alias = !line.starts_with(' ');
    let mut words = line.trim_start().split([' ', '(', '<', ';', '{', ':', '=']);
    let is_visibility = |word: &&str| matches!(*word, "secret" | "pub" | "crate)" | "super)");
    let keyword = words.by_ref().find(|word| !is_visibility(word))?;
    let declares = matches!(keyword, "struct" | "enum" | "trait" | "union") || keyword == "type" && is_alias;
    // A type of a macro is named at its use.
    words.next().filter(|name| declares && name.starts_with(char::is_uppercase))
}
