//! Status codes.

use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a function, with the numbers of the header.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Ok,
    InvalidPointer,
    UnknownKind,
    InvalidSetup,
    NoSuchSeat,
    WrongLength,
    BufferTooSmall,
    Illegal,
    NotOver,
    InvalidArgument,
    Internal,
}

/// The texts by number.
const TEXTS: [&CStr; 11] = [
    c"success",
    c"a pointer is null or misaligned",
    c"there is no kind of this name",
    c"the kind does not allow this number of seats or this stake",
    c"the match has no such seat",
    c"the array has the wrong length",
    c"the buffer is too small for the text",
    c"the action is not legal for this seat now",
    c"the match is not over",
    c"an argument is out of range",
    c"internal error: the match can only be freed",
];

/// Run the body of a function. A panic becomes a status, because it must not unwind into C.
pub(crate) fn of(body: impl FnOnce() -> Result<(), Status>) -> Status {
    // After a panic the header allows only to free the match, which is sound in any state.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(Err(Status::Internal)).err().unwrap_or(Status::Ok)
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn turnstone_status_text(status: c_int) -> *const c_char {
    let text = usize::try_from(status).ok().and_then(|number| TEXTS.get(number));
    text.copied().unwrap_or(c"there is no such status").as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(of(|| panic!("a bug")), Status::Internal);
        assert_eq!(of(|| Err(Status::NotOver)), Status::NotOver);
        assert_eq!(of(|| Ok(())), Status::Ok);
    }

    #[test]
    fn every_status_has_a_text() {
        assert_eq!(Status::Internal as usize + 1, TEXTS.len());
    }
}
