//! How much a browser has to load, and that what it is sent for is there.

use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeSet;
use std::io::Write;

/// Bytes, compressed, of all that the front page and a first board need.
const MOST: usize = 100_000;

/// What the front page and any table load besides what the shell names.
const PAGES_TO_A_BOARD: [&str; 3] = ["views/front.js", "table/view.js", "boards/index.js"];

fn text(asset: &str) -> Option<String> {
    let file = EmbeddedSite::get(&format!("{ASSETS}{asset}"))?;
    Some(String::from_utf8(file.data.into_owned()).expect("assets are text"))
}

fn compressed(bytes: &[u8]) -> usize {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap().len()
}

/// The files that a shell names in the folder of the assets.
fn named_by_the_shell() -> Vec<String> {
    let shell = String::from_utf8(EmbeddedSite::get(SHELL).unwrap().data.into_owned()).unwrap();
    let named = shell.split("\"{{assets}}/").skip(1).filter_map(|rest| rest.split_once('"'));
    named.map(|(path, _)| path.to_owned()).collect()
}

/// The texts in quotes of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split(['\'', '"']).skip(1).step_by(2)
}

/// The file that a module means by a relative path.
fn resolved(module: &str, path: &str) -> String {
    let mut parts: Vec<&str> = module.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop().expect("a path stays in the folder")),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// What a module imports before it runs.
fn imported(module: &str) -> Vec<String> {
    let text = text(module).unwrap_or_else(|| panic!("{module} is imported and not there"));
    let from = |line: &&str| {
        let bare = line.starts_with("import '") || line.starts_with("import \"");
        let named = ["import ", "export ", "} from "].iter().any(|word| line.starts_with(word));
        bare || named && (line.contains(" from '") || line.contains(" from \""))
    };
    let lines = text.lines().filter(from);
    lines.map(|line| resolved(module, quoted(line).last().expect("a path in quotes"))).collect()
}

/// These files and all that they import.
fn closure(roots: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<String> = roots.into_iter().collect();
    while let Some(file) = open.pop() {
        if file.ends_with(".js") {
            open.extend(imported(&file).into_iter().filter(|next| !found.contains(next)));
        }
        found.insert(file);
    }
    found
}

/// Each board with its module and its style sheets, as the list of boards has them.
fn boards() -> Vec<Vec<String>> {
    let list = text("boards/index.js").expect("the list of boards");
    let lines = list.lines().filter(|line| line.contains("import('./"));
    let files = |line: &str| {
        let names = quoted(line).map(|name| match name.strip_prefix("./") {
            Some(module) => format!("boards/{module}"),
            None => format!("boards/{name}.css"),
        });
        names.filter(|name| text(name).is_some()).collect()
    };
    lines.map(files).collect()
}

#[test]
fn the_front_page_and_a_first_board_come_in_a_hundred_kilobytes() {
    let boards = boards();
    assert!(
        boards.len() > 2 && boards.iter().all(|files| files.iter().any(|file| file.ends_with(".js"))),
        "{boards:?}"
    );
    let shell = compressed(&EmbeddedSite::get(SHELL).unwrap().data) + compressed(&file_beside(ICON).unwrap().body);
    for board in boards {
        let pages = PAGES_TO_A_BOARD.map(str::to_owned);
        let needed = closure(named_by_the_shell().into_iter().chain(pages).chain(board.clone()));
        assert!(needed.contains("app.js") && needed.len() > PAGES_TO_A_BOARD.len(), "{needed:?}");
        let sizes = needed.iter().map(|file| (compressed(text(file).expect("it is there").as_bytes()), file));
        let mut sizes: Vec<_> = sizes.collect();
        sizes.sort();
        let all = shell + sizes.iter().map(|(size, _)| size).sum::<usize>();
        assert!(all <= MOST, "{all} bytes for {board:?}: {sizes:?}");
    }
}

#[test]
fn whatever_is_named_or_imported_is_there() {
    for file in named_by_the_shell() {
        assert!(text(&file).is_some(), "the shell names {file}");
    }
    for module in Assets::embedded().files.iter().map(|file| &file.path).filter(|path| path.ends_with(".js")) {
        for file in imported(module) {
            assert!(text(&file).is_some(), "{module} imports {file}");
        }
        let text = text(module).unwrap();
        let code = text.lines().map(str::trim_start).filter(|line| !line.starts_with(['*', '/']));
        for later in code.flat_map(|line| line.split("import('").skip(1)) {
            let (path, _) = later.split_once('\'').unwrap();
            let file = resolved(module, path);
            assert!(EmbeddedSite::get(&format!("{ASSETS}{file}")).is_some(), "{module} imports {file} later");
        }
    }
}
