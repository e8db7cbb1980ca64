//! Where a fault strikes, and how often it did.

use super::system::Fault;

/// What the storage is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    FirstStart,
    Start,
    Round,
    Backup,
    Restore,
    Salvage,
    Keys,
}

macro_rules! named {
    ($($stage:ident $name:literal),*) => {
        /// The counter of a fault at a stage.
        pub(crate) const fn fault_at(stage: Stage, fault: Fault) -> &'static str {
            match (stage, fault) {
                $(
                    (Stage::$stage, Fault::Death) => concat!("fault: the end came in ", $name),
                    (Stage::$stage, Fault::BadWrite) => concat!("fault: a write or sync failed in ", $name),
                    (Stage::$stage, Fault::NoSpace) => concat!("fault: the disk was full in ", $name),
                    (Stage::$stage, Fault::BadRead) => concat!("fault: a read failed in ", $name),
                )*
            }
        }

        /// What should have struck somewhere in any run of some hundred seeds.
        pub(crate) const FAULTS: &[&str] = &[
            $(
                concat!("fault: the end came in ", $name),
                concat!("fault: a write or sync failed in ", $name),
                concat!("fault: the disk was full in ", $name),
                concat!("fault: a read failed in ", $name),
            )*
        ];
    };
}

named!(
    FirstStart "a first start",
    Start "a start",
    Round "a round",
    Backup "a backup",
    Restore "a restore",
    Salvage "a salvage",
    Keys "the making of keys"
);
