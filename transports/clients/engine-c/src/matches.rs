//! Matches: deal, play, copy and free.

use crate::pointers;
use crate::status::{self, Status};
use std::ffi::c_char;
use turnstone_games::{BuyIn, Entry, Events, Leave, Match, Rules, SHIPPED, Seat, Seed};

/// `turnstone_match` of the header.
pub(crate) struct Handle {
    pub(crate) rules: &'static dyn Rules,
    pub(crate) seats: usize,
    pub(crate) live: Box<dyn Match>,
}

impl Handle {
    fn deal(kind: &str, seed: [u8; 32], seats: usize, stake: i64) -> Result<Self, Status> {
        let (rules, kind) = SHIPPED.kind(kind).ok_or(Status::UnknownKind)?;
        let (fewest, most) = rules.about().seats;
        if !(fewest..=most).contains(&seats) {
            return Err(Status::InvalidSetup);
        }
        let stake = match kind.buy_in {
            BuyIn::Fixed(chips) => chips,
            BuyIn::Stake | BuyIn::PerStake(_) => stake,
        };
        let setup = rules.setup(Some(kind), seats, stake);
        if !rules.allows(&setup) {
            return Err(Status::InvalidSetup);
        }
        let live = rules.deal(&setup, &Seed::from_bytes(seed), &mut Events::off()).ok_or(Status::InvalidSetup)?;
        Ok(Self { rules, seats, live })
    }

    /// A seat of this match.
    pub(crate) fn seat(&self, number: usize) -> Result<Seat, Status> {
        if number < self.seats { Ok(Seat::at(number)) } else { Err(Status::NoSuchSeat) }
    }

    /// Play a legal action by its place in the list of the seat.
    pub(crate) fn play(&mut self, seat: Seat, choice: u16) -> Result<(), Status> {
        if self.live.play(seat, choice, &mut Events::off()) { Ok(()) } else { Err(Status::Illegal) }
    }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_deal(
    kind: *const c_char,
    seed: *const [u8; 32],
    seats: usize,
    stake: i64,
    dealt: *mut *mut Handle,
) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let (kind, seed, dealt) = unsafe { (pointers::text(kind)?, pointers::shared(seed)?, pointers::place(dealt)?) };
        let kind = kind.to_str().map_err(|_| Status::UnknownKind)?;
        dealt.write(Box::into_raw(Box::new(Handle::deal(kind, *seed, seats, stake)?)));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_fork(of: *const Handle, copy: *mut *mut Handle) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let (of, copy) = unsafe { (pointers::shared(of)?, pointers::place(copy)?) };
        copy.write(Box::into_raw(Box::new(Handle { rules: of.rules, seats: of.seats, live: of.live.fork() })));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_free(freed: *mut Handle) {
    status::of(|| {
        // SAFETY: the pointer is from `Box::into_raw` above, and by the header it is not used again.
        drop(unsafe { Box::from_raw(pointers::exclusive(freed)?) });
        Ok(())
    });
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_seats(of: *const Handle, seats: *mut usize) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let (of, seats) = unsafe { (pointers::shared(of)?, pointers::place(seats)?) };
        seats.write(of.seats);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_to_act(of: *const Handle, seats: *mut u32) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let (of, seats) = unsafe { (pointers::shared(of)?, pointers::place(seats)?) };
        seats.write(of.live.to_act().iter().fold(0, |set, seat| set | 1 << seat.index()));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_play(of: *mut Handle, seat: usize, action: usize) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let of = unsafe { pointers::exclusive(of)? };
        let seat = of.seat(seat)?;
        let index = u16::try_from(action).map_err(|_| Status::Illegal)?;
        let choice = of.live.choice_at(seat, index).ok_or(Status::Illegal)?;
        of.play(seat, choice)
    })
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn turnstone_leave(of: *mut Handle, seat: usize) -> Status {
    status::of(|| {
        // SAFETY: the caller keeps the contract of the header.
        let of = unsafe { pointers::exclusive(of)? };
        let seat = of.seat(seat)?;
        let left = Entry::Leave(Leave::Forfeited).play(seat, of.live.as_mut(), &mut Events::off());
        if left { Ok(()) } else { Err(Status::Illegal) }
    })
}

/// The header promises that a match may be used by one thread after another.
const _: fn() = || {
    fn may_move<T: Send>() {}
    may_move::<Handle>();
};
