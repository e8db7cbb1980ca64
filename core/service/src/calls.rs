//! Calls to the outside, as data: the core says what is to be asked or told, the loop has it done once the step is
//! durable, and what comes of it returns as a command. The core never waits for one: whatever it needs an answer for
//! follows from records, so that whoever leads next makes the call again.

use crate::answer::Json;
use crate::secret::Secret;
use std::fmt;

/// Names a call until its result is back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CallId(pub u64);

impl From<u64> for CallId {
    fn from(id: u64) -> Self {
        Self(id)
    }
}

/// Something to be asked or told outside. It prints as its kind: calls hold what members wrote, and keys.
#[derive(Clone)]
pub enum Call {
    /// Ask the model for a decision.
    Decide(Box<DecisionCall>),
    /// Notify a browser.
    Push(Box<PushCall>),
    /// Write to somebody through the messenger's bot.
    Tell(Box<BotMessage>),
}

/// A seat's decision that a model is to make.
#[derive(Clone)]
pub struct DecisionCall {
    /// The game's name for people.
    pub label: String,
    /// Its rules text.
    pub rules: String,
    /// What the seat sees.
    pub view: Json,
    /// What it may do, in the game's order. The decision is a place in this list.
    pub legal_actions: Vec<Json>,
    /// What the agent's owner wrote: not to be trusted.
    pub prompt: Secret,
}

/// A message to one browser, by RFC 8030.
#[derive(Clone)]
pub struct PushCall {
    /// The subscription's URL.
    pub endpoint: Secret,
    /// The browser's public key, an uncompressed point on the curve P-256.
    pub p256dh: [u8; 65],
    /// The browser's authentication secret, 16 bytes.
    pub auth: [u8; 16],
    /// What it is told: JSON.
    pub payload: String,
    /// How long the push service may keep it, in seconds.
    pub ttl_s: u64,
    /// Replaces an older message of the same topic that has not been delivered; 1 to 32 letters of base64url.
    pub topic: String,
}

/// A direct message of the bot.
#[derive(Clone)]
pub struct BotMessage {
    /// The messenger's id of the chat.
    pub chat: i64,
    /// What it says.
    pub text: String,
    /// A link under it.
    pub link: Option<Link>,
}

/// A link that stands as a button.
#[derive(Clone)]
pub struct Link {
    /// Its words.
    pub text: String,
    /// Where it leads.
    pub url: String,
}

impl fmt::Debug for Call {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Decide(_) => "Decide",
            Self::Push(_) => "Push",
            Self::Tell(_) => "Tell",
        })
    }
}

/// What came of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallResult {
    /// The model chose the legal action at this place.
    Decided(u16),
    /// The same, after it was asked a second time.
    DecidedAgain(u16),
    /// The model's words, asked twice, were none of the legal actions.
    Undecided,
    /// The model did not answer in time.
    TimedOut,
    /// The browser's push service, or the bot's, took the message.
    Delivered,
    /// The push service knows no such subscription any more.
    Gone,
    /// The other side will never take this, by what it said; or the address is none that may be called.
    Refused,
    /// The other side is unavailable, and may ask not to be called for some seconds.
    Failed {
        /// As its `Retry-After` said.
        retry_after_s: Option<u64>,
    },
}
