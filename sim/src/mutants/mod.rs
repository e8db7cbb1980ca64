//! Mutants: faults of the kind that engineers make, and how soon the simulator detects each.
//!
//! The sources of the project contain none of them. `sim/mutants` lists them as replacements of text. To grade them,
//! the workspace is copied to the target folder, each text is rewritten there into a choice at run time, and the
//! simulator of that copy is built once ([`workspace`]). Both levels then run with one mutant after another
//! ([`crate::grade`]).

use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

mod rewrite;
pub mod workspace;

pub use rewrite::rewrite;

use crate::{inner, switch};
use clap::ValueEnum;
use std::str::FromStr;

/// A fault that the simulator has to detect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The simulator injects it at the boundary of the loop.
    Edge(inner::Bug),
    /// It is in the code of the product, in the copy.
    Code(&'static Mutant),
}

impl Fault {
    /// All faults that violate a rule.
    pub fn all() -> impl Iterator<Item = Self> {
        let edges = Self::edges().filter(|bug| bug.breaks_a_rule()).map(Self::Edge);
        list().iter().map(Self::Code).chain(edges)
    }

    fn edges() -> impl Iterator<Item = inner::Bug> {
        inner::Bug::value_variants().iter().copied()
    }

    /// Its id on the command line.
    pub fn id(self) -> String {
        match self {
            Self::Edge(bug) => bug.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default(),
            Self::Code(code) => code.id.clone(),
        }
    }

    /// A description of the fault.
    pub fn about(self) -> String {
        match self {
            Self::Edge(_) => format!("At the edges of the loop: {}.", self.id().replace('-', " ")),
            Self::Code(code) => code.about.clone(),
        }
    }

    /// The mutant, if the fault is in the code of the product.
    pub const fn code(self) -> Option<&'static Mutant> {
        match self {
            Self::Edge(_) => None,
            Self::Code(code) => Some(code),
        }
    }

    /// Activate the fault in this thread until the guard is dropped.
    pub fn activate(fault: Option<Self>) -> switch::Active {
        switch::activate(fault.map(|fault| match fault {
            Self::Edge(bug) => bug.number(),
            Self::Code(code) => code.number,
        }))
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(id: &str) -> Result<Self, String> {
        let mut all = Self::all().chain(Self::edges().map(Self::Edge));
        all.find(|fault| fault.id() == id).ok_or_else(|| "is not a mutant of the list".to_owned())
    }
}

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
    /// Arguments of `cargo test`, each of which runs tests that may find it.
    #[serde(default)]
    pub tests: Vec<String>,
    /// Its place in the list, from 1.
    #[serde(skip)]
    pub number: u32,
}

/// A level of the simulator: for a mutant, the one that can detect it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The core, the storage and the loop, without async.
    Core,
    /// The HTTP transport on a simulated network: only callers over a network can detect it.
    Network,
    /// Three nodes on a model of etcd: only several nodes can detect it.
    Cluster,
    /// A server with a standby: only two machines can detect it.
    Standby,
    /// An operator and players: only verdicts on what the operator publishes can detect it.
    Fairness,
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
    let files = std::fs::read_dir(folder).and_then(|files| files.map(|file| Ok(file?.path())).collect());
    let mut files: Vec<PathBuf> = files.map_err(|error| format!("{}: {error}", folder.display()))?;
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
