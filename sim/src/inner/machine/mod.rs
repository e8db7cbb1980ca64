//! A machine to be unlucky on: a disk in sectors, an operating system whose calls fail, and an engine of rows that
//! writes through it. The data directory that ships runs on them.

use turnstone_directory::Directory;

mod damage;
mod disk;
mod engine;
mod system;
mod tables;

pub(crate) use damage::{DAMAGES, Damage};
pub(crate) use engine::SimEngine;
pub(crate) use system::{Fault, Machine};

/// A data directory of a machine.
pub(crate) type SimDirectory = Directory<Machine, SimEngine>;
