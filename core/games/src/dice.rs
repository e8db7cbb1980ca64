//! The dealer's randomness: the ChaCha20 keystream of a 32-byte seed, read as little-endian 32-bit words.
//!
//! Stream 0 is the deal, stream `1 + s` belongs to the automatic player in seat `s`. The two sampling functions are
//! implemented here, because a replay must verify for ever and the sampling crates change their helpers between
//! versions.

use super::Seat;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The 32 bytes that determine a deal. Prints as `***`: an unrevealed seed is a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed from its bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes, for storage.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Parses 64 lowercase hex characters; `None` for any other text.
    pub fn from_hex(text: &str) -> Option<Self> {
        let lowercase = !text.bytes().any(|byte| byte.is_ascii_uppercase());
        let mut bytes = [0; 32];
        (lowercase && hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(Self(bytes))
    }

    /// The 64 lowercase hex characters in which the API reveals a seed.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// sha256 over the 64 characters of the seed: the commitment that is published before the seed is revealed.
    pub fn commitment(&self) -> [u8; 32] {
        Sha256::digest(self.to_hex().as_bytes()).into()
    }

    /// The `seedCommit`: the commitment in lowercase hex.
    pub fn commit(&self) -> String {
        hex::encode(self.commitment())
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Seed(***)")
    }
}

/// One keystream of a seed. The cipher and its block of words are set up at the first draw.
#[derive(Clone)]
pub struct Dice {
    seed: Seed,
    stream: u64,
    /// The start position of the cipher when it is set up, in words.
    start: u64,
    cipher: Option<Box<ChaCha20Rng>>,
}

impl Dice {
    /// The words of `stream` from its beginning.
    pub fn new(seed: &Seed, stream: u64) -> Self {
        Self { seed: *seed, stream, start: 0, cipher: None }
    }

    fn cipher(&mut self) -> &mut ChaCha20Rng {
        self.cipher.get_or_insert_with(|| {
            let mut cipher = ChaCha20Rng::from_seed(self.seed.0);
            cipher.set_stream(self.stream);
            cipher.set_word_pos(self.start.into());
            Box::new(cipher)
        })
    }

    /// Free the memory of the cipher until the next draw.
    pub fn rest(&mut self) {
        self.seek(self.drawn());
    }

    /// Stream 0, the deal.
    pub fn dealer(seed: &Seed) -> Self {
        Self::new(seed, 0)
    }

    /// The stream of the automatic player in `seat`.
    pub fn player(seed: &Seed, seat: Seat) -> Self {
        Self::new(seed, 1 + u64::from(seat.0))
    }

    /// The number of words drawn so far.
    pub fn drawn(&self) -> u64 {
        self.cipher.as_ref().map_or(self.start, |cipher| cipher.get_word_pos() as u64)
    }

    /// Move to the position after `words` words.
    pub fn seek(&mut self, words: u64) {
        self.start = words;
        self.cipher = None;
    }

    /// A number in `0..n`, uniformly distributed. It draws one word, and further words only after a rejected one;
    /// `n = 1` draws nothing. The caller must not pass `n = 0`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "below(0) has no result");
        if n == 1 {
            return 0;
        }
        loop {
            let word = self.cipher().next_u32();
            // 2^32 mod n words at the top of the range are rejected: fewer than n, so nearly every word is accepted
            // without computing the exact number.
            if word <= u32::MAX - n || word <= u32::MAX - n.wrapping_neg() % n {
                return word % n;
            }
        }
    }

    /// A seed from the next eight words, each as four bytes in little-endian order.
    pub fn seed(&mut self) -> Seed {
        let mut bytes = [0; 32];
        bytes.chunks_exact_mut(4).for_each(|word| word.copy_from_slice(&self.cipher().next_u32().to_le_bytes()));
        Seed(bytes)
    }

    /// `below` for the length of a list, as an index.
    #[inline]
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u32) as usize
    }

    /// One of `items`, uniformly distributed.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.index(items.len())]
    }

    /// For `i` from the last index down to 1: swap `i` with `below(i + 1)`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.index(i + 1);
            items.swap(i, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seed of the worked examples of the games.
    fn example() -> Seed {
        Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap()
    }

    #[test]
    fn the_first_words_of_the_example_seed_are_the_known_ones() {
        let mut words = Dice::dealer(&example());
        let first: Vec<u32> = (0..3).map(|_| words.cipher().next_u32()).collect();
        assert_eq!(first, [2_100_034_873, 1_780_073_945, 1_996_733_837]);
        assert_eq!(Dice::player(&example(), Seat(0)).cipher().next_u32(), 49_390_639);
    }

    #[test]
    fn the_commit_of_the_example_seed_is_the_known_one() {
        let commit = "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b";
        assert_eq!(example().commit(), commit);
    }

    #[test]
    fn the_stream_of_a_seat_is_one_more_than_its_number() {
        let (mut by_seat, mut by_stream) = (Dice::player(&example(), Seat(2)), Dice::new(&example(), 3));
        assert_eq!(by_seat.below(1000), by_stream.below(1000));
    }

    #[test]
    fn a_choice_of_one_draws_nothing() {
        let mut words = Dice::dealer(&example());
        assert_eq!(words.below(1), 0);
        assert_eq!(words.cipher().next_u32(), 2_100_034_873);
    }

    #[test]
    fn a_seed_is_never_printed() {
        assert_eq!(format!("{:?}", example()), "Seed(***)");
    }
}
