//! The list of mutants: one folder of TOML files.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A mutant: a text of one source file, and its replacement.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutant {
    /// Its name: lower case words with hyphens.
    pub id: String,
    /// The source file, relative to the root of the workspace.
    pub file: String,
    /// The level that can detect it.
    pub level: Level,
    /// The fault, in one sentence.
    pub about: String,
    /// A longer text that contains `find`, if `find` occurs more than once in the file.
    #[serde(default)]
    pub context: Option<String>,
    /// The text that is replaced. Whitespace is ignored, so that it survives formatting. Statements end with `;` or
    /// `}`; anything else is an expression.
    pub find: String,
    /// The replacement: an expression of the same type, or statements.
    pub replace: String,
    /// Its place in the list, from 1.
    #[serde(skip)]
    pub number: u32,
}

/// The level that can detect a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The core level: the core, the storage and the loop.
    Core,
    /// The network level: only callers over a network can detect it.
    Network,
}

/// A file of the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MutantFile {
    #[serde(default)]
    mutant: Vec<Mutant>,
}

/// The mutants of this workspace.
///
/// # Panics
/// If the list cannot be read: then nothing can be graded.
pub fn list() -> &'static [Mutant] {
    static LIST: LazyLock<Vec<Mutant>> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mutants");
        read(&folder).unwrap_or_else(|error| panic!("{error}"))
    });
    &LIST
}

/// Read the list of a folder: all its TOML files in the order of their names.
///
/// # Errors
/// If a file cannot be read or is not such a list, or if two mutants have one id.
pub fn read(folder: &Path) -> Result<Vec<Mutant>, String> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", folder.display());
    let files = std::fs::read_dir(folder).map_err(|error| named(&error))?;
    let files = files.map(|file| Ok(file?.path())).collect::<Result<Vec<PathBuf>, std::io::Error>>();
    let mut files = files.map_err(|error| named(&error))?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let mut mutants = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let list: MutantFile = toml::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        mutants.extend(list.mutant);
    }
    let mut ids = BTreeSet::new();
    for (number, mutant) in (1..).zip(&mut mutants) {
        mutant.number = number;
        if !ids.insert(mutant.id.clone()) {
            return Err(format!("{}: two mutants have this id", mutant.id));
        }
    }
    Ok(mutants)
}
