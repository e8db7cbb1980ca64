//! Random numbers of a run: `SplitMix64`, implemented here so that a seed never changes its meaning.

/// A stream of random numbers.
#[derive(Clone, Default, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The stream of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is at least 1.
    pub const fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// A number between two, both included.
    pub const fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// True with this probability in percent.
    pub const fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of several; `None` of an empty list.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.below(of.len() as u64) as usize) }
    }

    /// One of a list that is not empty.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        *self.pick(of).expect("a list with something in it")
    }

    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for part in bytes.chunks_exact_mut(8) {
            part.copy_from_slice(&self.bits().to_le_bytes());
        }
        bytes
    }
}

/// A hash of several numbers. It depends on their order.
pub fn mix(parts: &[u64]) -> u64 {
    parts
        .iter()
        .fold(0x7465_7273_746f_6e65, |sum, part| Rng::new(sum ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).bits())
}
