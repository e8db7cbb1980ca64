//! The list of mutants fits the sources, and the golden table has a row for each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use turnstone_sim::grade::is_enough;
use turnstone_sim::mutants::{Fault, Mutant, list, read, rewrite};

const TABLE: &str = include_str!("../../golden/mutants.md");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The graded mutants by their ids, each with the level that detected it and the first seed, if one did.
fn graded() -> BTreeMap<&'static str, Option<(&'static str, u64)>> {
    let rows = TABLE.lines().filter_map(|line| line.strip_prefix("| ")).skip(1);
    let cells = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    cells.map(|cells| (cells[0], cells[3].parse().ok().map(|seed| (cells[2], seed)))).collect()
}

/// The file of each mutant exists, its text occurs exactly once, and no two overlap.
#[test]
fn every_mutant_fits_the_sources() {
    let files: BTreeSet<&str> = list().iter().map(|mutant| mutant.file.as_str()).collect();
    let wrong = files.iter().filter_map(|file| {
        let here: Vec<&Mutant> = list().iter().filter(|mutant| mutant.file == *file).collect();
        let text = std::fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"));
        text.and_then(|text| rewrite(&text, &here)).err()
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "a change of these texts needs a change of sim/mutants:\n{}", wrong.join("\n"));
    assert!(list().len() >= 168, "{} mutants are left", list().len());
}

#[test]
fn every_mutant_says_what_is_wrong_and_changes_something() {
    for mutant in list() {
        let words = mutant.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        assert!(words, "{}", mutant.id);
        assert!(mutant.about.ends_with('.') && mutant.find != mutant.replace, "{}", mutant.id);
    }
}

#[test]
fn two_mutants_of_one_id_are_rejected() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutants-of-one-id");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let entry = "[[mutant]]\nid = \"same\"\nfile = \"a.rs\"\nlevel = \"core\"\nabout = \"It.\"\nfind = \"a\"\nreplace = \"b\"\n";
    std::fs::write(folder.join("one.toml"), entry).expect("a file");
    assert_eq!(read(&folder).expect("a list").len(), 1);
    std::fs::write(folder.join("two.toml"), entry).expect("a file");
    assert_eq!(read(&folder), Err("same: two mutants have this id".to_owned()));
}

#[test]
fn the_table_names_every_mutant() {
    let graded = graded();
    let mut ids: Vec<String> = Fault::all().map(Fault::id).collect();
    ids.sort();
    assert!(graded.keys().copied().eq(ids.iter().map(String::as_str)), "run the command in the table to update it");
}

/// Nine of ten of all mutants of the list, whether they have a row or not.
#[test]
fn the_table_has_found_enough_of_them() {
    let graded = graded();
    let all: Vec<String> = Fault::all().map(Fault::id).collect();
    let found = |id: &&String| graded.get(id.as_str()).is_some_and(Option::is_some);
    let missed: Vec<&String> = all.iter().filter(|id| !found(id)).collect();
    assert!(is_enough(all.len() - missed.len(), all.len()), "{} of {}: {missed:?}", missed.len(), all.len());
}
