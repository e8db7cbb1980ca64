/// What should happen in any hundred seeds; what did not is reported.
pub const EXPECTED: [&str; 0] = [];
