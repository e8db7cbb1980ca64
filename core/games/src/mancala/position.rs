//! The stones of mancala as bytes, and the effect of a sowing.

use super::View;
use crate::Seat;

/// The stones by seat, and the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub(super) sides: [Side; 2],
    pub(super) mover: Seat,
}

/// One seat's pits and store, a byte each: pit p is byte p, the store byte 6. No byte overflows, as there are 48 stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Side(u64);

pub(super) const PITS: u8 = 6;
const STONES: usize = 48;

impl Side {
    const STORE: u32 = 8 * PITS as u32;
    const ALL_PITS: u64 = (1 << Self::STORE) - 1;
    /// The byte that is always empty.
    const NO_PIT: u8 = 7;

    pub(super) fn new(pits: [u8; 6], store: u8) -> Self {
        let [a, b, c, d, e, f] = pits;
        Self(u64::from_le_bytes([a, b, c, d, e, f, store, 0]))
    }

    pub(super) fn pits(self) -> [u8; 6] {
        std::array::from_fn(|pit| self.count(pit as u8))
    }

    pub(super) const fn count(self, pit: u8) -> u8 {
        (self.0 >> (8 * pit)) as u8
    }

    pub(super) const fn without(self, pit: u8) -> Self {
        Self(self.0 & !(0xff << (8 * pit)))
    }

    pub(super) const fn store(self) -> u8 {
        (self.0 >> Self::STORE) as u8
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 & Self::ALL_PITS == 0
    }

    /// The stones in all six pits: the product has the sum of all bytes in its highest byte.
    pub(super) const fn in_pits(self) -> u8 {
        ((self.0 & Self::ALL_PITS).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
    }

    /// Move all stones of the side to its store.
    pub(super) const fn swept(self) -> Self {
        Self((self.in_pits() + self.store()) as u64 * (1 << Self::STORE))
    }
}

/// The stones that a sowing of this many stones from a pit adds to the own and to the other side.
static SOWN: [[[u64; 2]; STONES + 1]; PITS as usize] = {
    let mut sown = [[[0; 2]; STONES + 1]; PITS as usize];
    let mut pit = 0;
    while pit < sown.len() {
        let mut stones = 1;
        while stones <= STONES {
            // Stone by stone round the ring of 13: own pits, own store, the other's pits.
            let place = (pit + stones) % 13;
            sown[pit][stones] = sown[pit][stones - 1];
            sown[pit][stones][place / 7] += 1 << (8 * (place % 7));
            stones += 1;
        }
        pit += 1;
    }
    sown
};

impl Position {
    pub(super) fn seen(view: &View, mover: Seat) -> Self {
        let [first, second] = &view.seats;
        let sides = [first, second].map(|seat| Side::new(seat.pits, seat.store));
        Self { sides, mover }
    }

    pub(super) const fn own(&self) -> Side {
        self.sides[self.mover.index()]
    }

    pub(super) const fn other(&self) -> Side {
        self.sides[self.mover.other().index()]
    }

    /// The mover's pits with stones, ascending.
    pub(super) fn choices(&self) -> impl DoubleEndedIterator<Item = u8> + use<> {
        let own = self.own();
        (0..PITS).filter(move |&pit| own.count(pit) > 0)
    }

    pub(super) const fn is_over(&self) -> bool {
        self.sides[0].is_empty() || self.sides[1].is_empty()
    }

    /// Sow the mover's pit and pass the turn unless there is an extra turn; returns the stones captured, including the
    /// capturing one (Actions, 1, 2, 4).
    pub(super) fn sow(&mut self, pit: u8) -> u8 {
        let stones = self.own().count(pit);
        let [to_own, to_other] = SOWN[usize::from(pit)][usize::from(stones)];
        let mut own = Side(self.own().without(pit).0 + to_own);
        let mut other = Side(self.other().0 + to_other);
        let (last, mut captured) = ((pit + stones) % 13, 0);
        // The empty byte stands for every place but an own pit, which saves an unpredictable branch.
        let last_pit = if last < PITS { last } else { Side::NO_PIT };
        if own.count(last_pit) == 1 {
            let opposite = other.count(5 - last_pit);
            if opposite > 0 {
                captured = opposite + 1;
                own = Side(own.without(last_pit).0 + (u64::from(captured) << Side::STORE));
                other = other.without(5 - last_pit);
            }
        }
        self.sides[self.mover.index()] = own;
        self.sides[self.mover.other().index()] = other;
        self.mover = if last == PITS { self.mover } else { self.mover.other() };
        captured
    }
}
