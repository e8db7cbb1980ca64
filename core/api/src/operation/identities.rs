//! Identities, and sign-in with the messenger.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::request::{RateClass, Request};
use crate::secret::Secret;
use crate::shape::{MessengerJoinRequest, MessengerLinkRequest, MessengerWebhook, Nothing};
use crate::words::Category;

/// Sign in with a messenger's identity, or join with it and an invitation.
pub static JOIN_MESSENGER: Definition<(), MessengerJoinRequest> = Definition {
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
    request: |(), body| body.into(),
};

/// Link a messenger's identity to the caller's account.
pub static LINK_MESSENGER: Definition<(), MessengerLinkRequest> = Definition {
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
        r#"{"handle":"ada","avatarUrl":null,"bio":null,"identities":["messenger"],"doors":[{"provider":"messenger","username":"ada_l","photoUrl":null}],"showMessenger":false}"#,
    ).audited(),
    request: |(), body| body.into(),
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
    request: |(), body| body.into(),
};

fn webhook(secret: Option<Secret>, read: Option<Request>) -> Request {
    let update = if let Some(Request::MessengerWebhook { update, .. }) = read { update } else { None };
    Request::MessengerWebhook { secret, update }
}
