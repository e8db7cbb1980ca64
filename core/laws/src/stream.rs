//! The dealer's stream of a seed.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Stream 0 of a seed: little-endian words of the ChaCha20 keystream.
pub(crate) struct Stream(ChaCha20Rng);

impl Stream {
    pub(crate) fn of(seed: [u8; 32]) -> Self {
        Self(ChaCha20Rng::from_seed(seed))
    }

    /// A number in `0..n`. Words above the last multiple of `n` are rejected; `n = 1` draws none.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        if n == 1 {
            return 0;
        }
        let n = n as u64;
        let zone = (1u64 << 32) - (1u64 << 32) % n;
        loop {
            let word = u64::from(self.0.next_u32());
            if word < zone {
                return (word % n) as usize;
            }
        }
    }

    /// From the last index down to 1: swap with an index at or below.
    pub(crate) fn shuffled<T>(&mut self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut items: Vec<T> = items.into_iter().collect();
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
        items
    }
}
