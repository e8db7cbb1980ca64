//! Identities, and sign-in with the messenger.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::input::fields::{not_empty, trimmed_or_none};
use crate::input::rules::one_line;
use crate::input::{Nothing, OperationInput};
use crate::invalid::Place;
use crate::request::{RateClass, Request};
use crate::secret::Secret;
use crate::words::Category;
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

body! {
    /// A sign-in with the messenger.
    JoinMessenger as "MessengerJoinRequest" {
        /// The value that the messenger gave the app, unchanged.
        #[garde(length(chars, min = 1, max = 8192), custom(one_line))]
        pub init_data: Secret,
        /// Needed only for a new account.
        #[serde(default, deserialize_with = "not_empty")]
        #[garde(length(chars, max = 128), custom(one_line))]
        pub invite_code: Option<Secret>,
        /// By default derived from the messenger's username.
        #[serde(default, deserialize_with = "trimmed_or_none")]
        #[garde(length(chars, min = 3, max = 20), custom(one_line))]
        pub handle: Option<String>,
    }
}

/// Sign in with a messenger's identity, or join with it and an invitation.
pub static JOIN_MESSENGER: Definition<(), JoinMessenger> = Definition {
    name: "join_messenger",
    about: OperationFacts::changes(
        "Sign in with a messenger's identity, or join with it and an invitation",
        Access::Open,
        schema_of::<answer::MessengerJoinResponse>,
    )
    .details(
        "`initData` is the unchanged value that the messenger gives an app that it opens. Only a new account gets a recovery \
         code, which is shown only in this response. The default handle is derived from the messenger's username.",
    )
    .rate(RateClass::Credential)
    .cases(&[
        Case::Code(Code::InvalidInvite),
        Case::Code(Code::HandleTaken),
        Case::Code(Code::InvitationRequired),
        Case::Code(Code::IdentityLinkedElsewhere),
        Case::Code(Code::NotConfigured),
    ])
    .example(
        r#"{"initData":"auth_date=1700000000&user=%7B%22id%22%3A7%7D&hash=00","inviteCode":"7M2QX-0ABCD-EFGHJ-KMNPQ","handle":"ada"}"#,
        r#"{"ok":true,"handle":"ada","created":true,"recoveryCode":"00000-11111-22222-33333-44444-55555"}"#,
    ).signs_in().audited(),
    request: |(), input| Request::JoinMessenger(input),
};

/// The longest value that the login widget gives.
const MAX_VALUE_LENGTH: usize = 4096;
/// More fields than the login widget ever sends.
const MAX_VALUES: usize = 32;

/// A link of a messenger's identity: `initData` or `messengerAuth`.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MessengerLinkRequest")]
pub struct LinkMessenger {
    /// From the challenge.
    #[garde(length(chars, min = 40, max = 128), custom(one_line))]
    pub state: Secret,
    /// The value that the messenger gave the app, unchanged.
    #[garde(length(chars, min = 1, max = 8192), custom(one_line))]
    pub init_data: Option<Secret>,
    /// The fields of the login widget: id, first_name, auth_date, hash and others.
    #[garde(inner(custom(widget)), custom(one_proof(&self.init_data)))]
    pub messenger_auth: Option<BTreeMap<String, Secret>>,
}

impl OperationInput for LinkMessenger {
    const PLACE: Place = Place::Body;
}

fn widget(values: &BTreeMap<String, Secret>, (): &()) -> garde::Result {
    let fits = |value: &Secret| value.reveal().chars().count() <= MAX_VALUE_LENGTH;
    if values.len() > MAX_VALUES {
        return Err(garde::Error::new("has more fields than the login widget gives"));
    }
    if values.values().all(fits) { Ok(()) } else { Err(garde::Error::new("has a value of over 4096 characters")) }
}

#[expect(clippy::ref_option, reason = "the signature that garde asks for")]
fn one_proof(in_app: &Option<Secret>) -> impl FnOnce(&Option<BTreeMap<String, Secret>>, &()) -> garde::Result {
    let is_in_app = in_app.is_some();
    move |widget, ()| match (is_in_app, widget.is_some()) {
        (true, true) => Err(garde::Error::new("comes beside initData: send one of them")),
        (false, false) => Err(garde::Error::new("or initData is required")),
        (true, false) | (false, true) => Ok(()),
    }
}

/// Link a messenger's identity to the caller's account.
pub static LINK_MESSENGER: Definition<(), LinkMessenger> = Definition {
    name: "link_messenger",
    about: OperationFacts::changes(
        "Link a messenger's identity to the caller's account",
        Access::Account,
        schema_of::<answer::Profile>,
    )
    .details(
        "`state` comes from POST /api/identities/messenger/challenge and can be used once. Send `initData`, or the \
         login widget's fields as `messengerAuth`. An identity belongs to one account for ever. A new identity replaces \
         the linked one.",
    )
    .cases(&[Case::Code(Code::IdentityLinkedElsewhere), Case::Code(Code::NotConfigured)])
    .example(
        r#"{"state":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","initData":"auth_date=1700000000&user=%7B%22id%22%3A7%7D&hash=00"}"#,
        r#"{"handle":"ada","avatarUrl":null,"bio":null,"identities":["messenger"],"doors":[{"provider":"messenger","username":"ada_l","photoUrl":null}],"showMessenger":false,"ranked":true}"#,
    ).audited(),
    request: |(), input| Request::LinkMessenger(input),
};

/// Unlink the messenger's identity.
pub static UNLINK_MESSENGER: Definition<(), Nothing> = Definition {
    name: "unlink_messenger",
    about: OperationFacts::changes("Unlink the messenger's identity", Access::Account, schema_of::<answer::Okay>)
        .details("The identity stays reserved for this account: no other account can link it.")
        .cases(&[Case::Plain(Category::Missing, "nothing is linked")])
        .example("", r#"{"ok":true}"#)
        .audited(),
    request: |(), _| Request::UnlinkMessenger,
};

/// Create a state for linking an identity; it can be used once.
pub static CHALLENGE_MESSENGER: Definition<(), Nothing> = Definition {
    name: "challenge_messenger",
    about: OperationFacts::changes(
        "Create a state for linking an identity; it can be used once",
        Access::Account,
        schema_of::<answer::MessengerLinkChallengeResponse>,
    )
    .details("It is valid for ten minutes, for this account only. A new one replaces the previous one.")
    .example("", r#"{"state":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#),
    request: |(), _| Request::ChallengeMessenger,
};

/// An update as the messenger sends it, of any shape.
#[derive(Clone, PartialEq, Eq, Default, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(allow_unvalidated)]
pub struct MessengerWebhook {
    /// The update; empty if it could not be parsed.
    pub update: Map<String, Value>,
    /// The secret that was sent along.
    #[serde(skip)]
    pub secret: Option<Secret>,
}

impl OperationInput for MessengerWebhook {
    const PLACE: Place = Place::Body;
}

/// The messenger sends an update to its bot.
pub static MESSENGER_WEBHOOK: Definition<(), MessengerWebhook> = Definition {
    name: "messenger_webhook",
    about: OperationFacts::changes(
        "The messenger sends an update to its bot",
        Access::Webhook,
        schema_of::<answer::Okay>,
    )
    .details("Any JSON object is accepted. `/start` in a direct message is answered with an invitation to play.")
    .cases(&[Case::Code(Code::NotConfigured)])
    .example(
        r#"{"update_id":1,"message":{"message_id":1,"text":"/start","chat":{"id":7,"type":"private"}}}"#,
        r#"{"ok":true}"#,
    )
    .secret(webhook),
    request: |(), input| Request::MessengerWebhook(input),
};

fn webhook(secret: Option<Secret>, read: Option<Request>) -> Request {
    let update = if let Some(Request::MessengerWebhook(read)) = read { read.update } else { Map::new() };
    Request::MessengerWebhook(MessengerWebhook { update, secret })
}
