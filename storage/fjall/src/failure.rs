//! What fjall refuses, in words that the operator can act on.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::iter;
use std::path::Path;
use turnstone_storage::{Failure, RESTORE};

/// What the engine refused to do with the store at `path`. What the operating system refused is told as that.
pub(crate) fn engine(what: &'static str, path: &Path, error: &fjall::Error) -> Failure {
    if matches!(error, fjall::Error::Locked) {
        return Failure::InUse(path.to_owned());
    }
    let path = path.display();
    let causes = iter::successors(Some(error as &dyn Error), |error| (*error).source());
    if let Some(refused) = causes.filter_map(|cause| cause.downcast_ref::<io::Error>()).find(|it| is_refusal(it)) {
        let source = io::Error::new(refused.kind(), refused.to_string());
        return Failure::Io { what: format!("{what} {path}"), source };
    }
    let why = if matches!(error, fjall::Error::Poisoned) {
        "an earlier write failed; start again, and what was acknowledged is there".to_owned()
    } else {
        // The caller of a read knows the remedy better.
        let remedy = if what == "open" { format!(". {RESTORE}") } else { String::new() };
        format!("what it reads from {path} is not what it wrote ({error}){remedy}")
    };
    Failure::Engine { what, why }
}

/// Whether the operating system refused, and did not only hand out bytes that make no sense.
fn is_refusal(error: &io::Error) -> bool {
    !matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(error: fjall::Error) -> String {
        engine("open", Path::new("/data/store"), &error).to_string()
    }

    #[test]
    fn what_the_system_refuses_is_told_as_that_and_no_backup_is_advised() {
        let cures = [
            (ErrorKind::PermissionDenied, "must belong to the user"),
            (ErrorKind::StorageFull, "Make room on the disk"),
            (ErrorKind::ReadOnlyFilesystem, "mount it for writing"),
            (ErrorKind::NotFound, "open /data/store: "),
        ];
        for (kind, cure) in cures {
            let told = told(fjall::Error::Io(kind.into()));
            assert!(told.contains(cure) && told.starts_with("open /data/store: "), "{told}");
            assert!(!told.contains("restore"), "{told}");
        }
        assert!(matches!(engine("open", Path::new("x"), &fjall::Error::Locked), Failure::InUse(_)));
    }

    #[test]
    fn what_is_damaged_is_told_with_its_file_and_what_to_do() {
        for error in [fjall::Error::InvalidTrailer, fjall::Error::Io(ErrorKind::UnexpectedEof.into())] {
            let told = told(error);
            assert!(told.contains("/data/store") && told.contains("turnstone restore FILE"), "{told}");
        }
        let told = told(fjall::Error::Poisoned);
        assert!(told.contains("start again") && !told.contains("restore"), "{told}");
    }
}
