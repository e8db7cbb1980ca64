//! Credentials. They print as `***`.

/// A text that only its owner may see: a token, a code.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wrap a secret text.
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, for code that hands it to its owner or compares it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("***")
    }
}
