//! Outbound calls, as data. The core describes a call, the loop makes it once the step is durable, and its result
//! returns as a command. The core never waits for a call: everything that needs its result follows from records, so
//! that the next leader makes the call again.

use crate::answer::Json;
use crate::secret::Secret;
use std::fmt;

/// Identifies a call until its result returns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CallId(pub u64);

impl From<u64> for CallId {
    fn from(id: u64) -> Self {
        Self(id)
    }
}

/// A call to the outside. It prints as its kind, because calls hold keys and texts of members.
#[derive(Clone)]
pub enum Call {
    /// Ask the model for a decision.
    Decide(Box<DecisionCall>),
    /// Notify a browser.
    Push(Box<PushCall>),
    /// Send a message through the messenger's bot.
    Tell(Box<BotMessage>),
}

/// A seat's decision that a model is to make.
#[derive(Clone)]
pub struct DecisionCall {
    /// The game's display name.
    pub label: String,
    /// Its rules text.
    pub rules: String,
    /// What the seat sees.
    pub view: Json,
    /// Its legal actions, in the game's order. The decision is an index into this list.
    pub legal_actions: Vec<Json>,
    /// What the agent's owner wrote. It is not trusted.
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
    /// The notification, as JSON.
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
    pub text: String,
    /// A link below the text.
    pub link: Option<Link>,
}

/// A link that is shown as a button.
#[derive(Clone)]
pub struct Link {
    /// Its label.
    pub text: String,
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallResult {
    /// The model chose the legal action at this index.
    Decided(u16),
    /// The same, on the second attempt.
    DecidedAgain(u16),
    /// Neither of two answers of the model was a legal action.
    Undecided,
    /// The model did not answer in time.
    TimedOut,
    /// The push service, or the bot's API, accepted the message.
    Delivered,
    /// The push service does not know this subscription any more.
    Gone,
    /// The other side rejected it for good, or the address may not be called.
    Refused,
    /// The push service rejected the message for this subscription (400 or 403): it is missing there, or belongs to other
    /// keys.
    Rejected,
    /// The other side is unavailable. It may say when to try again.
    Failed { retry_after_s: Option<u64> },
}
