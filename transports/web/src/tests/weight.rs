//! Checks the bytes that a browser loads, that all its targets exist, and that the bundle is made from the present
//! sources.

use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Bytes, compressed, of the front page's files. Its API requests come on top: all together 60 kB, which the browser
/// tests count.
const FRONT_PAGE: usize = 45_000;
/// Bytes, compressed, that any board needs in addition.
const BOARD: usize = 27_000;

fn text(asset: &str) -> Option<String> {
    let file = EmbeddedSite::get(&format!("{ASSETS}{asset}"))?;
    Some(String::from_utf8(file.data.into_owned()).expect("assets are text"))
}

fn compressed(bytes: &[u8]) -> usize {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap().len()
}

fn weight(asset: &str) -> usize {
    compressed(text(asset).unwrap_or_else(|| panic!("{asset} is there")).as_bytes())
}

/// The files that the shell of all pages names in the folder of the assets.
fn named_by_the_shell() -> Vec<String> {
    let shell = html(SHELL);
    let named = shell.split("\"{{assets}}/").skip(1).filter_map(|rest| rest.split_once('"'));
    named.map(|(path, _)| path.to_owned()).collect()
}

/// The modules that a bundled module imports, at once or later: all are in one folder.
fn imported(module: &str) -> BTreeSet<String> {
    let text = text(module).unwrap_or_else(|| panic!("{module} is there"));
    let quoted = text.split(['"', '\'', '`']);
    let paths = quoted.filter_map(|text| text.strip_prefix("./")).filter(|path| path.ends_with(".js"));
    paths.map(|path| format!("js/{path}")).collect()
}

fn modules() -> Vec<String> {
    Assets::embedded().files.into_iter().map(|file| file.path).filter(|path| path.starts_with("js/")).collect()
}

#[test]
fn the_front_page_and_a_board_are_small() {
    let icon = compressed(&file_beside(ICON).unwrap().body);
    let shell = compressed(
        shell(
            &Assets::embedded(),
            "a-push-key",
            Shell::Front,
            Preview { title: "", description: Preview::DESCRIPTION },
        )
        .as_bytes(),
    );
    let named = named_by_the_shell();
    assert_eq!(named, ["looks.js", "app.css", "js/app.js"]);
    let front = shell + icon + named.iter().map(|file| weight(file)).sum::<usize>();
    assert!(front <= FRONT_PAGE, "{front} bytes");
    let sheets = Assets::embedded().files.into_iter().filter_map(|file| {
        let name = file.path.strip_prefix("boards/")?.strip_suffix(".css")?.to_owned();
        Some((format!("js/{name}.js"), file.path))
    });
    let boards: Vec<_> = sheets.collect();
    assert!(boards.len() > 10, "{boards:?}");
    for (module, sheet) in boards {
        let all = weight(TABLE) + weight(&module) + weight(&sheet);
        assert!(all <= BOARD, "{all} bytes for {module}");
        // Its imports are already loaded: no module is discovered late.
        let known = ["js/app.js".to_owned(), TABLE.to_owned()];
        assert!(imported(&module).iter().all(|import| known.contains(import)), "{module}: {:?}", imported(&module));
    }
}

#[test]
fn every_named_or_imported_file_exists() {
    for file in named_by_the_shell().into_iter().chain([TABLE.to_owned()]) {
        assert!(text(&file).is_some(), "the shell names {file}");
    }
    let modules = modules();
    let mut all = BTreeSet::from(["js/app.js".to_owned()]);
    for module in &modules {
        for file in imported(module) {
            assert!(text(&file).is_some(), "{module} imports {file}");
            all.insert(file);
        }
    }
    assert_eq!(all, modules.into_iter().collect(), "every module is imported somewhere");
}

/// The files of a folder, with their paths from `root`.
fn files_in(root: &Path, folder: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(root.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().expect("a name in ASCII"));
        if entry.file_type().unwrap().is_dir() { files_in(root, &path, found) } else { found.push(path) }
    }
}

#[test]
fn the_bundle_matches_the_sources() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    files_in(&root, "site", &mut files);
    files.sort();
    let sums = files.iter().map(|path| {
        let sum = Sha256::digest(std::fs::read(root.join(path)).unwrap());
        format!("{}  {path}\n", hex::encode(sum))
    });
    let made_from = hex::encode(Sha256::digest(sums.collect::<String>()));
    let reported = std::fs::read_to_string(root.join("bundled.sha256")).unwrap();
    assert_eq!(reported.trim(), made_from, "run transports/web/bundle: the sources have changed since it was run");
}
