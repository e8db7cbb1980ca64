//! What a match shows.

use crate::matches::Handle;
use crate::pointers;
use crate::status::{self, Status};
use serde::Serialize;
use serde_json::value::RawValue;
use std::ffi::c_char;
use turnstone_games::Audience;

/// The seat number of a spectator.
const SPECTATOR: usize = usize::MAX;

/// A legal action, as the header describes it.
#[derive(Serialize)]
struct LegalAction {
    index: u16,
    action: Box<RawValue>,
}

fn json(value: &impl Serialize) -> Result<String, Status> {
    serde_json::to_string(value).map_err(|_| Status::Internal)
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_mask(of: *const Handle, seat: usize, mask: *mut u8, length: usize) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let of = unsafe { pointers::shared(of)? };
        let seat = of.seat(seat)?;
        // SAFETY: the caller keeps the contract of the header.
        let mask = unsafe { pointers::array(mask, length, of.rules.encoding().actions)? };
        of.live.encoded_actions(seat).into_iter().for_each(|index| mask[usize::from(index)] = 1);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_observe(
    of: *const Handle,
    seat: usize,
    numbers: *mut f32,
    length: usize,
) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let of = unsafe { pointers::shared(of)? };
        let seat = of.seat(seat)?;
        // SAFETY: the caller keeps the contract of the header.
        let numbers = unsafe { pointers::array(numbers, length, of.rules.encoding().observation_len())? };
        of.live.observe(seat, numbers);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_legal_actions(
    of: *const Handle,
    seat: usize,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let of = unsafe { pointers::shared(of)? };
        let seat = of.seat(seat)?;
        let actions = of.live.encoded_actions(seat).into_iter().zip(of.live.legal_actions(seat));
        let actions: Vec<_> = actions.map(|(index, action)| LegalAction { index, action }).collect();
        // SAFETY: the caller keeps the contract of the header.
        unsafe { pointers::copy_text(&json(&actions)?, (buffer, size, length)) }
    })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_view(
    of: *const Handle,
    seat: usize,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let of = unsafe { pointers::shared(of)? };
        let audience = if seat == SPECTATOR { Audience::SPECTATOR } else { Audience::of(of.seat(seat)?) };
        // SAFETY: the caller keeps the contract of the header.
        unsafe { pointers::copy_text(of.live.view(audience).get(), (buffer, size, length)) }
    })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_scores(of: *const Handle, scores: *mut i64, length: usize) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let of = unsafe { pointers::shared(of)? };
        let outcome = of.live.outcome().ok_or(Status::NotOver)?;
        // SAFETY: the caller keeps the contract of the header.
        let scores = unsafe { pointers::array(scores, length, of.seats)? };
        scores.iter_mut().zip(outcome.seats).for_each(|(score, seat)| *score = seat.score);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_outcome(
    of: *const Handle,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let of = unsafe { pointers::shared(of)? };
        let outcome = of.live.outcome().ok_or(Status::NotOver)?;
        // SAFETY: the caller keeps the contract of the header.
        unsafe { pointers::copy_text(&json(&outcome.entries())?, (buffer, size, length)) }
    })
}
