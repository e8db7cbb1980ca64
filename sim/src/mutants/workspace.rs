//! The copy of the workspace in which the mutants can be activated.

use super::{Mutant, list, rewrite};
use crate::switch;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Folders that are not copied, because their content is generated.
const NOT_COPIED: [&str; 3] = [".git", "node_modules", "target"];

const SWITCH: &str = "turnstone-switch";

/// The module of the simulator that becomes this crate.
const SWITCH_MODULE: &str = "sim/src/switch.rs";

/// Where its source lists the mutants.
const NO_NAMES: &str = "const NAMES: &[&str] = &[];";

const SWITCH_IN_COPY: &str = "//! The switch of the mutants: a crate of its own in this copy.\n\n\
    pub use turnstone_switch::{Active, OF_PROCESS, activate, active};\n\n\
    /// Whether this is the copy of the workspace whose sources contain the mutants.\n\
    pub const IS_COPY: bool = true;\n";

/// Copy this workspace to its target folder with all mutants in it, and build its simulator.
///
/// # Errors
/// If a mutant does not fit its file, if a file cannot be copied, or if the copy does not build.
pub fn build() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let copy = target.join("mutants/workspace");
    make(&root, &copy)?;
    let mut cargo = cargo(&copy, "build");
    let status = cargo.args(["--package", "turnstone-sim"]).status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!("the copy in {} does not build", copy.display()));
    }
    Ok(copy.join("../target/debug").join(format!("turnstone-sim{}", std::env::consts::EXE_SUFFIX)))
}

/// A command of cargo in the copy.
fn cargo(copy: &Path, command: &str) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(copy).env_remove("CARGO_TARGET_DIR").env_remove("RUSTC_WORKSPACE_WRAPPER").arg(command);
    // Millions of steps are run with this build, and never in a debugger.
    cargo.args(["--config", "profile.dev.opt-level=2", "--config", "profile.dev.debug=false"]);
    cargo.arg("--target-dir").arg(copy.join("../target"));
    cargo
}

/// In the copy: run `cargo test` with these arguments, with a mutant or without one. Returns the tests that fail.
///
/// # Errors
/// If it cannot be run.
pub fn test(arguments: &str, mutant: Option<&Mutant>, patience: Duration) -> Result<Vec<String>, String> {
    let copy = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut cargo = cargo(&copy, "test");
    cargo.args(arguments.split_whitespace()).env("INSTA_UPDATE", "no").process_group(0);
    cargo.envs(mutant.map(|mutant| (switch::OF_PROCESS, &mutant.id)));
    cargo.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = cargo.spawn().map_err(|error| format!("cargo: {error}"))?;
    let (group, (over, is_over)) = (child.id(), mpsc::channel::<()>());
    let watchdog = std::thread::spawn(move || {
        let hangs = is_over.recv_timeout(patience) == Err(RecvTimeoutError::Timeout);
        if hangs {
            // Its tests are processes of their own.
            let _ = Command::new("kill").args(["-KILL", "--", &format!("-{group}")]).status();
        }
        hangs
    });
    let output = child.wait_with_output().map_err(|error| format!("cargo: {error}"))?;
    drop(over);
    let hangs = watchdog.join().unwrap_or_default();
    let text = String::from_utf8_lossy(&output.stdout);
    let failed = text.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... FAILED"));
    let mut failed: Vec<String> = failed.map(|(name, _)| name.to_owned()).collect();
    if failed.is_empty() && !output.status.success() {
        failed.push(if hangs { "does not end" } else { "does not run" }.to_owned());
    }
    Ok(failed)
}

/// Copy the workspace of `root` with all mutants in it. Unchanged files are not touched, so that the next build is
/// faster.
fn make(root: &Path, copy: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("{}: {error}", copy.display());
    let mut files = BTreeMap::new();
    read_all(root, Path::new(""), &mut files).map_err(|error| format!("{}: {error}", root.display()))?;
    for file in list().iter().map(|mutant| mutant.file.as_str()).collect::<BTreeSet<_>>() {
        let here: Vec<&Mutant> = list().iter().filter(|mutant| mutant.file == file).collect();
        let path = Path::new(file);
        let bytes = files.get_mut(path).ok_or_else(|| format!("{file}: is not a file of the workspace"))?;
        let text = std::str::from_utf8(bytes).map_err(|error| format!("{file}: {error}"))?;
        *bytes = rewrite(text, &here)?.into_bytes();
        depend(&mut files, path)?;
    }
    put_switch(&mut files)?;
    allow_warnings(&mut files);
    let mut before = BTreeMap::new();
    if copy.exists() {
        read_all(copy, Path::new(""), &mut before).map_err(failed)?;
    }
    // Files that are no longer in the workspace.
    for path in before.keys().filter(|path| !files.contains_key(*path)) {
        std::fs::remove_file(copy.join(path)).map_err(failed)?;
    }
    for (path, bytes) in files.iter().filter(|(path, bytes)| before.get(*path) != Some(bytes)) {
        let path = copy.join(path);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&path, bytes)).map_err(failed)?;
    }
    Ok(())
}

fn read_all(root: &Path, folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> io::Result<()> {
    for entry in std::fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type()?);
        let path = folder.join(&name);
        if kind.is_file() {
            files.insert(path, std::fs::read(entry.path())?);
        } else if kind.is_dir() && !NOT_COPIED.iter().any(|not| name == *not) {
            read_all(root, &path, files)?;
        }
    }
    Ok(())
}

/// Add the dependency on the switch to the crate of a source file.
fn depend(files: &mut BTreeMap<PathBuf, Vec<u8>>, source: &Path) -> Result<(), String> {
    let manifest = source.ancestors().skip(1).map(|folder| folder.join("Cargo.toml"));
    let manifest = manifest.into_iter().find(|path| files.contains_key(path));
    let manifest = manifest.ok_or_else(|| format!("{}: belongs to no crate", source.display()))?;
    let up = "../".repeat(manifest.components().count() - 1);
    let line = format!("{SWITCH} = {{ path = \"{up}{SWITCH}\" }}\n");
    let bytes = files.get_mut(&manifest).ok_or("a manifest is gone")?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    if !text.contains(&line) {
        let head = "[dependencies]\n";
        let at = text.find(head).ok_or_else(|| format!("{}: has no dependencies", manifest.display()))? + head.len();
        *bytes = [&text[..at], &line, &text[at..]].concat().into_bytes();
    }
    Ok(())
}

/// Turn the module of the switch into the crate.
fn put_switch(files: &mut BTreeMap<PathBuf, Vec<u8>>) -> Result<(), String> {
    let module = Path::new(SWITCH_MODULE);
    let text = files.insert(module.to_owned(), SWITCH_IN_COPY.as_bytes().to_vec());
    let text = text.ok_or_else(|| format!("{SWITCH_MODULE}: is not a file of the workspace"))?;
    let folder = Path::new(SWITCH);
    let manifest = format!("[package]\nname = \"{SWITCH}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n");
    files.insert(folder.join("Cargo.toml"), manifest.into_bytes());
    let names: Vec<&str> = list().iter().map(|mutant| mutant.id.as_str()).collect();
    let text =
        String::from_utf8_lossy(&text).replace(NO_NAMES, &format!("{}{names:?};", &NO_NAMES[..NO_NAMES.len() - 3]));
    files.insert(folder.join("src/lib.rs"), text.into_bytes());
    depend(files, module)
}

/// Rewritten texts cause warnings.
fn allow_warnings(files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    let Some(bytes) = files.get_mut(Path::new("Cargo.toml")) else { return };
    let head = "[workspace.lints.rust]\n";
    *bytes = String::from_utf8_lossy(bytes).replacen(head, &format!("{head}warnings = \"allow\"\n"), 1).into_bytes();
}
