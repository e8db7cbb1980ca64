//! The fixed encoding of each game for learners: an action space of constant size, and a numeric observation made from
//! one seat's view.

use super::{Game, Seat};
use serde::de::{Deserialize, Deserializer, IgnoredAny};

/// A game with a fixed encoding. It belongs to a version of the rules and never changes within it.
pub trait Encoded: Game {
    /// The sizes and the meaning of every number.
    const ENCODING: Encoding;

    /// The index of a legal action of `seat`, below `ENCODING.actions`, from its view. Different legal actions have
    /// different indices.
    fn index_of(view: &Self::View, seat: Seat, action: &Self::Action) -> usize;

    /// Write the parts of `ENCODING.observation` in their order. The view of `seat` is the only source, so that the
    /// numbers contain nothing hidden.
    fn observe(view: &Self::View, seat: Seat, out: &mut Observation);
}

/// Write the observation of `seat` into all of `numbers`.
pub(crate) fn observe<G: Encoded>(view: &G::View, seat: Seat, may_act: bool, numbers: &mut [f32]) {
    let mut out = Observation::new(numbers);
    G::observe(view, seat, &mut out);
    out.flag(may_act);
    assert_eq!(out.written(), const { G::ENCODING.observation_len() }, "an observation has all its numbers");
}

/// The indices of legal actions of `seat` in the encoding, in their order.
pub(crate) fn indices<G: Encoded>(view: &G::View, seat: Seat, legal: &[G::Action]) -> impl Iterator<Item = u16> {
    legal.iter().map(move |action| G::index_of(view, seat, action) as u16)
}

/// A position in the encoding of its game.
#[derive(Clone, PartialEq, Debug)]
pub struct EncodedPosition {
    /// The observation: `Encoding::observation_len` numbers.
    pub observation: Vec<f32>,
    /// The index of each legal action, in the order of the legal actions.
    pub actions: Vec<u16>,
}

/// A word of the rules in a view. Under its own name, serde would borrow it from the text that a view is read from.
pub(crate) type FixedWord = &'static str;

/// Reads a member of a view that no encoding uses, as the default.
pub(crate) fn not_read<'de, D: Deserializer<'de>, T: Default>(from: D) -> Result<T, D::Error> {
    IgnoredAny::deserialize(from).map(|_| T::default())
}

/// The description of an encoding.
#[derive(Debug)]
pub struct Encoding {
    /// The number of action indices.
    pub actions: usize,
    /// The meaning of the indices.
    pub action_text: &'static str,
    /// The parts of an observation, in order. [`Encoding::parts`] adds the last one.
    pub observation: &'static [EncodingPart],
    /// The rows and columns of the board, if all parts with a number for each cell can be planes of one board.
    pub board: Option<[usize; 2]>,
    /// The information of a view that is in no part.
    pub omitted: &'static str,
}

/// Consecutive numbers of an observation.
#[derive(Debug)]
pub struct EncodingPart {
    /// A name, unique within the encoding.
    pub name: &'static str,
    /// The lengths of its dimensions; the numbers are in row-major order.
    pub shape: &'static [usize],
    /// The meaning of its numbers.
    pub text: &'static str,
}

impl EncodingPart {
    /// A part.
    pub const fn new(name: &'static str, shape: &'static [usize], text: &'static str) -> Self {
        Self { name, shape, text }
    }

    /// The number of its numbers.
    pub const fn len(&self) -> usize {
        let (mut length, mut at) = (1, 0);
        while at < self.shape.len() {
            length *= self.shape[at];
            at += 1;
        }
        length
    }

    /// Whether it has no numbers.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The last part of every observation.
const TURN: EncodingPart = EncodingPart::new("turn", &[1], "1 if the own seat may act now.");

impl Encoding {
    /// The numbers of an observation and their order, which all games have in common.
    pub const TEXT: &'static str = "A vector of the parts, one after another, each in row-major order. Every number is \
        from 0 to 1. It is made from the seat's own view. A dimension by seat begins with the own seat; the others \
        follow in ascending order, after the last seat from seat 0. Unused seats and facts that do not exist are 0.";

    /// All parts of an observation, in order.
    pub fn parts(&self) -> impl Iterator<Item = &'static EncodingPart> {
        self.observation.iter().chain([const { &TURN }])
    }

    /// The number of numbers of an observation.
    pub const fn observation_len(&self) -> usize {
        let (mut length, mut at) = (TURN.len(), 0);
        while at < self.observation.len() {
            length += self.observation[at].len();
            at += 1;
        }
        length
    }
}

/// An observation that is being written from its beginning. Every method appends.
#[derive(Debug)]
pub struct Observation<'a> {
    numbers: &'a mut [f32],
    at: usize,
}

impl<'a> Observation<'a> {
    /// An observation of as many numbers as the slice has; all are 0 at first.
    pub fn new(numbers: &'a mut [f32]) -> Self {
        numbers.fill(0.0);
        Self { numbers, at: 0 }
    }

    /// One number: 1 if `on`.
    #[inline]
    pub fn flag(&mut self, on: bool) {
        self.numbers[self.at] = f32::from(u8::from(on));
        self.at += 1;
    }

    /// As many numbers as items: 1 for each item that is true.
    #[inline]
    pub fn flags(&mut self, on: impl ExactSizeIterator<Item = bool>) {
        let until = self.at + on.len();
        for (number, on) in self.numbers[self.at..until].iter_mut().zip(on) {
            *number = f32::from(u8::from(on));
        }
        self.at = until;
    }

    /// One number: `amount` as a share of `of`, at most 1.
    #[inline]
    pub fn share(&mut self, amount: i64, of: i64) {
        let share = amount.clamp(0, of.max(1)) as f32 / of.max(1) as f32;
        self.numbers[self.at] = share;
        self.at += 1;
    }

    /// `among` numbers: 1 at the index, if there is one.
    #[inline]
    pub fn one_of(&mut self, index: impl Into<Option<usize>>, among: usize) {
        self.all_of(index.into(), among);
    }

    /// `among` numbers: 1 at each of the indices.
    #[inline]
    pub fn all_of(&mut self, indices: impl IntoIterator<Item = usize>, among: usize) {
        let part = &mut self.numbers[self.at..self.at + among];
        for index in indices {
            part[index] = 1.0;
        }
        self.at += among;
    }

    /// Leave this many numbers 0.
    #[inline]
    pub const fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// The number of numbers written.
    pub const fn written(&self) -> usize {
        self.at
    }
}

/// Whether something of a board belongs to `owner`. It has no branch, which would be unpredictable.
#[inline]
pub(crate) fn belongs(of: Option<Seat>, owner: Seat) -> bool {
    of.map_or(u8::MAX, |seat| seat.0) == owner.0
}

/// The seats of a table as `own` counts them: itself first, the others after it.
pub(crate) fn seats_from(own: Seat, seats: usize) -> impl Iterator<Item = Seat> {
    (0..seats).map(move |step| Seat::at((own.index() + step) % seats))
}

/// The distance of a seat after `own`: 0 for `own` itself.
pub(crate) const fn distance(own: Seat, seat: Seat, seats: usize) -> usize {
    (seats + seat.index() - own.index()) % seats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_written_one_after_another() {
        let mut numbers = [9.0; 10];
        let mut out = Observation::new(&mut numbers);
        out.flags([false, true].into_iter());
        out.flag(true);
        out.share(3, 4);
        out.one_of(1, 3);
        out.one_of(None, 1);
        out.all_of([0, 1], 2);
        assert_eq!(out.written(), 10);
        assert_eq!(numbers, [0.0, 1.0, 1.0, 0.75, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn a_share_is_never_above_one() {
        let mut numbers = [0.0; 3];
        let mut out = Observation::new(&mut numbers);
        [(9, 4), (-1, 4), (1, 0)].into_iter().for_each(|(amount, of)| out.share(amount, of));
        assert_eq!(numbers, [1.0, 0.0, 1.0]);
    }

    #[test]
    fn seats_are_counted_from_the_own_one() {
        let order: Vec<Seat> = seats_from(Seat(2), 4).collect();
        assert_eq!(order, [Seat(2), Seat(3), Seat(0), Seat(1)]);
        assert!(order.iter().enumerate().all(|(at, &seat)| distance(Seat(2), seat, 4) == at));
    }
}
