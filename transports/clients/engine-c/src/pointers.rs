//! The only code that follows a caller's pointers. It rejects what can be seen to be wrong: null and misaligned pointers
//! and wrong lengths. The rest is the caller's duty, as in all of C.

use crate::status::Status;
use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::slice;

fn check<T>(pointer: *const T) -> Result<(), Status> {
    if pointer.is_null() || !pointer.is_aligned() { Err(Status::InvalidPointer) } else { Ok(()) }
}

/// A value to read.
///
/// # Safety
///
/// A pointer that passes the check points to a value of this type, which nothing changes meanwhile.
pub(crate) unsafe fn shared<'a, T>(pointer: *const T) -> Result<&'a T, Status> {
    check(pointer)?;
    // SAFETY: checked here, and by the contract of this function.
    Ok(unsafe { &*pointer })
}

/// A value to change.
///
/// # Safety
///
/// A pointer that passes the check points to a value of this type, which nothing else uses meanwhile.
pub(crate) unsafe fn exclusive<'a, T>(pointer: *mut T) -> Result<&'a mut T, Status> {
    check(pointer)?;
    // SAFETY: checked here, and by the contract of this function.
    Ok(unsafe { &mut *pointer })
}

/// A place for a result. What it contains before is never read.
///
/// # Safety
///
/// A pointer that passes the check points to memory for this type, which nothing else uses meanwhile.
pub(crate) unsafe fn place<'a, T>(pointer: *mut T) -> Result<&'a mut MaybeUninit<T>, Status> {
    check(pointer)?;
    // SAFETY: checked here, and by the contract of this function; the contents may be uninitialized.
    Ok(unsafe { &mut *pointer.cast() })
}

/// The array of a result. Every item is the default at first: the caller's memory may be uninitialized.
///
/// # Safety
///
/// A pointer that passes the check points to memory for `length` items, which nothing else uses meanwhile.
pub(crate) unsafe fn array<'a, T: Copy + Default>(
    pointer: *mut T,
    length: usize,
    expected: usize,
) -> Result<&'a mut [T], Status> {
    check(pointer)?;
    if length != expected {
        return Err(Status::WrongLength);
    }
    for at in 0..length {
        // SAFETY: the item is within the array, and the pointer is aligned.
        unsafe { pointer.add(at).write(T::default()) };
    }
    // SAFETY: checked here, and by the contract of this function. All items have just been written. An array that exists
    // in memory is not longer than a slice can be.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, length) })
}

/// A text of the caller.
///
/// # Safety
///
/// A pointer that passes the check points to a text that ends with NUL and that nothing changes meanwhile.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a CStr, Status> {
    check(pointer)?;
    // SAFETY: checked here, and by the contract of this function.
    Ok(unsafe { CStr::from_ptr(pointer) })
}

/// Where a text goes: the buffer, its size, and the length of the text.
pub(crate) type TextBuffer = (*mut c_char, usize, *mut usize);

/// Copy a text with a NUL at its end into the caller's buffer, and write its length without the NUL. If it does not fit,
/// only the length is written. The buffer may be null if its size is 0.
///
/// # Safety
///
/// A pointer that passes the checks points to memory of its size, which nothing else uses meanwhile.
pub(crate) unsafe fn copy_text(text: &str, (buffer, size, length): TextBuffer) -> Result<(), Status> {
    // SAFETY: the contract is the same.
    let length = unsafe { place(length)? };
    if size > 0 {
        check(buffer)?;
    }
    length.write(text.len());
    if size <= text.len() {
        return Err(Status::BufferTooSmall);
    }
    // SAFETY: the buffer has room for the text and the NUL, and is no part of the text, which is this library's.
    unsafe {
        buffer.copy_from_nonoverlapping(text.as_ptr().cast(), text.len());
        buffer.add(text.len()).write(0);
    }
    Ok(())
}
