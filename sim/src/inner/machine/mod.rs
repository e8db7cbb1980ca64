//! A simulated machine: a disk of sectors, an operating system whose calls fail, and a row engine. The shipped data
//! directory runs on it.

use turnstone_directory::Directory;

mod damage;
mod disk;
mod engine;
mod system;
mod tables;

pub(crate) use damage::{DAMAGES, Damage};
pub(crate) use engine::SimEngine;
pub(crate) use system::{Fault, Machine};

/// A data directory on a simulated machine.
pub(crate) type SimDirectory = Directory<Machine, SimEngine>;
