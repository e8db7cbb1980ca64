//! The Python module `turnstone_engine._engine`: the rules of all games, as the server plays them.

mod bundles;
mod convert;
mod encode;
mod play;
mod vector;

use pyo3::prelude::*;

#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::bundles::{replay, verify};
    #[pymodule_export]
    use crate::encode::encode;
    #[pymodule_export]
    use crate::play::{Match, deal, kinds, restore};
    #[pymodule_export]
    use crate::vector::VectorEnv;
}
