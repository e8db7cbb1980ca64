//! Documents that are reviewed as text.

use std::path::Path;

/// Hold a text against a golden file; `UPDATE_GOLDEN=1` writes what is compared otherwise.
pub(super) fn compare(file: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden").join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, made).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == made, "golden/{file} differs: look at it, and run again with UPDATE_GOLDEN=1 if it is right");
}
