//! Printing and writing of results.

use indicatif::ProgressStyle;
use std::path::Path;
use std::process::ExitCode;
use turnstone_sim::count::Counts;

#[expect(clippy::print_stdout, reason = "a command line tool")]
pub(crate) fn say(line: &str) {
    println!("{line}");
}

pub(crate) fn fail(why: &str) -> ExitCode {
    say(why);
    ExitCode::FAILURE
}

pub(crate) fn write_page(path: &Path, page: &str) -> bool {
    let written = std::fs::write(path, page);
    match &written {
        Ok(()) => say(&format!("{} bytes, to be opened in a browser: {}", page.len(), path.display())),
        Err(error) => say(&format!("{}: {error}", path.display())),
    }
    written.is_ok()
}

pub(crate) fn keep(folder: &Path, name: &str, story: &str) {
    let path = folder.join(name);
    match std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, story)) {
        Ok(()) => say(&format!("its story: {}", path.display())),
        Err(error) => say(&format!("{}: {error}", path.display())),
    }
}

pub(crate) fn print_counts(counts: &Counts) {
    for (what, times) in counts.iter() {
        say(&format!("{times:>10}  {what}"));
    }
}

/// The names of the stories in the folder.
pub(crate) fn kept(stories: &Path) -> Vec<String> {
    let files = std::fs::read_dir(stories).into_iter().flatten().flatten();
    let mut names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

pub(crate) fn style(of: &str) -> ProgressStyle {
    let template = format!("{{bar:40}} {{pos}}/{{len}} {of}, {{eta}} left");
    ProgressStyle::with_template(&template).expect("a template that parses")
}
