//! Golden files: documents that are reviewed as text.

use std::path::Path;

/// Compare a text with a golden file; `INSTA_UPDATE=always` writes the file instead.
pub(crate) fn compare(file: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden").join(file);
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, made).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == made, "golden/{file} differs: look at it, and run again with INSTA_UPDATE=always if it is right");
}
