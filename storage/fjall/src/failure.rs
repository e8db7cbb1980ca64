//! Errors of fjall, in words that the operator can act on.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::iter;
use std::path::Path;
use turnstone_storage::{RESTORE, StorageError};

/// An error of fjall on the store at `path`. An error of the operating system is reported as such.
pub(crate) fn engine(what: &'static str, path: &Path, error: &fjall::Error) -> StorageError {
    if matches!(error, fjall::Error::Locked) {
        return StorageError::InUse(path.to_owned());
    }
    let path = path.display();
    let causes = iter::successors(Some(error as &dyn Error), |error| (*error).source());
    if let Some(error) = causes.filter_map(|cause| cause.downcast_ref::<io::Error>()).find(|it| is_of_system(it)) {
        let source = io::Error::new(error.kind(), error.to_string());
        return StorageError::Io { what: format!("{what} {path}"), source };
    }
    let why = if matches!(error, fjall::Error::Poisoned) {
        "an earlier write failed; start again: everything acknowledged is stored".to_owned()
    } else {
        // The caller of a read adds its own remedy.
        let remedy = if what == "open" { format!(". {RESTORE}") } else { String::new() };
        format!("{path} is damaged ({error}){remedy}")
    };
    StorageError::Engine { what, why }
}

/// Whether it is an error of the operating system, and not of the bytes that were read.
fn is_of_system(error: &io::Error) -> bool {
    !matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(error: fjall::Error) -> String {
        engine("open", Path::new("/data/store"), &error).to_string()
    }

    #[test]
    fn reports_errors_of_the_system_without_advising_a_restore() {
        let cures = [
            (ErrorKind::PermissionDenied, "must belong to the user"),
            (ErrorKind::StorageFull, "Make room on the disk"),
            (ErrorKind::ReadOnlyFilesystem, "mount it for writing"),
            (ErrorKind::NotFound, "open /data/store: "),
        ];
        for (kind, cure) in cures {
            let reported = message(fjall::Error::Io(kind.into()));
            assert!(reported.contains(cure) && reported.starts_with("open /data/store: "), "{reported}");
            assert!(!reported.contains("restore"), "{reported}");
        }
        assert!(matches!(engine("open", Path::new("x"), &fjall::Error::Locked), StorageError::InUse(_)));
    }

    #[test]
    fn reports_damage_with_its_file_and_the_remedy() {
        for error in [fjall::Error::InvalidTrailer, fjall::Error::Io(ErrorKind::UnexpectedEof.into())] {
            let reported = message(error);
            assert!(reported.contains("/data/store") && reported.contains("turnstone restore FILE"), "{reported}");
        }
        let reported = message(fjall::Error::Poisoned);
        assert!(reported.contains("start again") && !reported.contains("restore"), "{reported}");
    }
}
