//! Automatic players.

use crate::matches::Handle;
use crate::pointers;
use crate::status::{self, Status};
use turnstone_games::{Dice, Level, Policy, Seat, Seed};

/// The draws of a number: the stream of the seed that begins with its bytes, the lowest first, and is 0 after them.
fn draws(number: u64) -> Dice {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    Dice::dealer(&Seed::from_bytes(seed))
}

/// Play what `choose` chooses for a seat that may act, by its place in the list of the seat, and write its index.
///
/// # Safety
///
/// The caller keeps the contract of the header. `played` may be null.
unsafe fn play(
    of: *mut Handle,
    seat: usize,
    played: *mut usize,
    choose: impl FnOnce(&mut Handle, Seat, &[u16]) -> Result<u16, Status>,
) -> Result<(), Status> {
    // SAFETY: the contract is the same.
    let of = unsafe { pointers::exclusive(of)? };
    // SAFETY: the contract is the same.
    let played = if played.is_null() { None } else { Some(unsafe { pointers::place(played)? }) };
    let seat = of.seat(seat)?;
    let indices = of.live.encoded_actions(seat);
    if indices.is_empty() {
        return Err(Status::Illegal);
    }
    let choice = choose(of, seat, &indices)?;
    of.play(seat, choice)?;
    if let Some(played) = played {
        played.write(indices[usize::from(choice)].into());
    }
    Ok(())
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_play_random(
    of: *mut Handle,
    seat: usize,
    number: u64,
    played: *mut usize,
) -> Status {
    // SAFETY: the caller keeps the contract of the header.
    status::of(|| unsafe { play(of, seat, played, |_, _, legal| Ok(draws(number).index(legal.len()) as u16)) })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_play_house(
    of: *mut Handle,
    seat: usize,
    level: u32,
    played: *mut usize,
) -> Status {
    status::of(|| {
        let level = Level::new(level.into()).ok_or(Status::InvalidArgument)?;
        let choose =
            |of: &mut Handle, seat, _: &[u16]| of.live.choose(seat, Policy::House(level)).ok_or(Status::Illegal);
        // SAFETY: the caller keeps the contract of the header.
        unsafe { play(of, seat, played, choose) }
    })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_random_playouts(
    of: *const Handle,
    count: u32,
    number: u64,
    means: *mut f64,
    length: usize,
) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let of = unsafe { pointers::shared(of)? };
        if count == 0 {
            return Err(Status::InvalidArgument);
        }
        // SAFETY: the caller keeps the contract of the header.
        let means = unsafe { pointers::array(means, length, of.seats)? };
        let mut player = draws(number);
        let mut sums = vec![0_i128; of.seats];
        for _ in 0..count {
            let mut fork = of.live.fork();
            fork.play_out(&mut player);
            let outcome = fork.outcome().ok_or(Status::Internal)?;
            sums.iter_mut().zip(outcome.scores()).for_each(|(sum, score)| *sum += i128::from(score));
        }
        means.iter_mut().zip(sums).for_each(|(mean, sum)| *mean = sum as f64 / f64::from(count));
        Ok(())
    })
}
