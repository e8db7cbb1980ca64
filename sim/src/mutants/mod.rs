//! Mutants: faults of the kind that engineers make, and how soon the simulator detects each.
//!
//! The sources of the project contain none of them. `sim/mutants` lists them as replacements of text. To grade them,
//! the workspace is copied to the target folder, each text is rewritten there into a choice at run time, and the
//! simulator of that copy is built once ([`workspace`]). Both levels then run with one mutant after another
//! ([`grade`]).

pub mod grade;
mod list;
mod rewrite;
pub mod switch;
pub mod workspace;

pub use list::{Level, Mutant, list, read};
pub use rewrite::rewrite;

use crate::inner;
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

    /// The fault, if the simulator injects it.
    pub const fn edge(self) -> Option<inner::Bug> {
        match self {
            Self::Edge(bug) => Some(bug),
            Self::Code(_) => None,
        }
    }

    /// The mutant, if the fault is in the code of the product.
    pub const fn code(self) -> Option<&'static Mutant> {
        match self {
            Self::Edge(_) => None,
            Self::Code(code) => Some(code),
        }
    }

    /// Activate the fault in this thread until the guard is dropped, if it is in the code of the product.
    pub fn activate(fault: Option<Self>) -> switch::Active {
        switch::activate(fault.and_then(Self::code).map(|code| code.number))
    }

    /// Whether the disk drops every sync: the only injected fault of the network level.
    pub fn lies(self) -> bool {
        self == Self::Edge(inner::Bug::DroppedFsync)
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(id: &str) -> Result<Self, String> {
        let mut all = Self::all().chain(Self::edges().map(Self::Edge));
        all.find(|fault| fault.id() == id).ok_or_else(|| "is not a mutant of the list".to_owned())
    }
}
