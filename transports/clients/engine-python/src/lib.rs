//! The Python module `turnstone_engine._engine`: the rules of all games, as the server plays them.

mod bundles;
mod convert;
mod encode;
mod opponent;
mod play;
mod rows;
mod stored;
mod vector;

use pyo3::prelude::*;

#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::bundles::{replay, verify};
    #[pymodule_export]
    use crate::encode::{encode, planes};
    #[pymodule_export]
    use crate::play::{Match, deal, kinds};
    #[pymodule_export]
    use crate::stored::restore;
    #[pymodule_export]
    use crate::vector::VectorEnv;
}
