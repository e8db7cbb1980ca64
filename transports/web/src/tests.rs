mod weight;

use super::*;

fn example(path: &str, body: &'static str) -> File {
    File { path: path.to_owned(), media_type: "text/css; charset=utf-8", body: Cow::Borrowed(body.as_bytes()) }
}

#[test]
fn every_file_of_the_site_has_a_media_type() {
    let assets = Assets::embedded();
    for name in EmbeddedSite::iter() {
        let beside =
            [SHELL, FRONT, DOCS, WORKER, MANIFEST, ICON].into_iter().chain(PICTURES).any(|beside| beside == name);
        let asset = name.strip_prefix(ASSETS).and_then(|path| assets.files.iter().find(|file| file.path == path));
        assert!(beside || asset.is_some(), "{name} is of no known type or in no place where it is served from");
    }
    for name in [WORKER, MANIFEST, ICON].into_iter().chain(PICTURES) {
        assert!(file_beside(name).is_some(), "{name}");
    }
}

/// A page that only the scripts know is not found when a browser loads it again.
#[test]
fn the_scripts_and_the_server_have_the_same_pages() {
    let calls = include_str!("../site/assets/app.js").split("\nroute(").skip(1);
    let mut routes: Vec<&str> = calls.filter_map(|call| call.split('\'').nth(1)).collect();
    let mut served = PAGES.map(|(path, _, _)| path.replace('{', ":").replace('}', ""));
    routes.sort_unstable();
    served.sort_unstable();
    assert_eq!(routes, served);
}

#[test]
fn a_changed_file_or_name_changes_the_folder() {
    let folder = |files: &[(&str, &'static str)]| {
        Assets::new(files.iter().map(|(path, body)| example(path, body)).collect()).folder
    };
    let before = folder(&[("a.css", "one"), ("b.css", "two")]);
    assert_eq!(before, folder(&[("b.css", "two"), ("a.css", "one")]), "the order does not matter");
    assert!(before.strip_prefix("/assets/").is_some_and(|hash| hash.len() == 16), "{before}");
    for changed in [
        &[("a.css", "one"), ("b.css", "two!")][..],
        &[("a.css", "one"), ("c.css", "two")],
        &[("a.css", "one")],
        &[("a.css", "one"), ("b.css", "two"), ("c.css", "")],
        &[("a.css", "oneb.css"), ("b.css", "two")],
        &[("a.css", "two"), ("b.css", "one")],
    ] {
        assert_ne!(before, folder(changed), "{changed:?}");
    }
}

#[test]
fn every_shell_is_complete_and_small() {
    let assets = Assets::embedded();
    for kind in Shell::ALL {
        let preview = Preview { title: "Replay: Memory", description: "All moves." };
        let shell = shell(&assets, "a-push-key", kind, preview);
        assert!(!shell.contains("{{"), "{shell}");
        assert!(shell.contains(&format!("src=\"{}/js/app.js\"", assets.folder)), "{shell}");
        assert!(shell.contains("<meta name=\"push-key\" content=\"a-push-key\""), "{shell}");
        assert!(shell.contains("<noscript>"), "{shell}");
        assert!(shell.contains("<title>Replay: Memory · Turnstone</title>"), "{shell}");
        assert!(shell.contains("<meta property=\"og:title\" content=\"Replay: Memory · Turnstone\" />"), "{shell}");
        assert!(shell.contains("<meta property=\"og:description\" content=\"All moves.\" />"), "{shell}");
        assert!(shell.len() < 16_000, "{} bytes", shell.len());
        let (before, _) = shell.split_once("<h1>Games with nothing hidden</h1>").expect("the front page");
        assert_eq!(before.contains("<template"), kind != Shell::Front, "{kind:?}");
        assert_eq!(before.contains("<main id=\"main\" tabindex=\"-1\"></main>"), kind != Shell::Front, "{kind:?}");
        let preload = format!("<link rel=\"modulepreload\" href=\"{}/{TABLE}\" />", assets.folder);
        assert_eq!(shell.contains(&preload), kind == Shell::Table, "{kind:?}");
    }
}

#[test]
fn no_file_names_a_foreign_origin() {
    for name in EmbeddedSite::iter().filter(|name| !PICTURES.contains(&&**name)) {
        let file = EmbeddedSite::get(&name).unwrap();
        let text = std::str::from_utf8(&file.data).unwrap_or_else(|_| panic!("{name} is text"));
        let foreign = foreign_origins(text);
        assert!(foreign.is_empty(), "{name} names {foreign:?}");
    }
}

/// URLs in a text, except in comments and the names of namespaces.
fn foreign_origins(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        let line = line.trim_start();
        in_block |= line.starts_with("/*") || line.starts_with("<!--");
        let starts = line.match_indices("//").map(|(at, _)| at).filter(|_| !in_block);
        let quoted = starts.filter(|at| line[..*at].ends_with("http:") || line[..*at].ends_with("https:"));
        let spoken = line.starts_with("//");
        // A scheme alone contacts no server.
        let names = |rest: &&str| rest[2..].starts_with(|first: char| first.is_alphanumeric() || "[$".contains(first));
        let foreign = |rest: &&str| names(rest) && !rest.starts_with("//www.w3.org/");
        found.extend(quoted.map(|at| &line[at..]).filter(|rest| !spoken && foreign(rest)));
        in_block &= !(line.contains("*/") || line.contains("-->"));
    }
    found
}

#[test]
fn foreign_origins_are_found_outside_comments() {
    assert_eq!(foreign_origins("const a = \"https://other.example/b\";").len(), 1);
    assert_eq!(foreign_origins("const a = `https://${host}/b`;").len(), 1);
    assert_eq!(foreign_origins("if (text.startsWith('https://')) return;"), [""; 0]);
    assert_eq!(foreign_origins("/* see\nhttps://other.example */\n// http://other.example\n"), [""; 0]);
    assert_eq!(foreign_origins("xmlns=\"http://www.w3.org/2000/svg\""), [""; 0]);
    assert_eq!(foreign_origins("/* one */\nimport \"http://other.example/x.js\""), ["//other.example/x.js\""]);
}
