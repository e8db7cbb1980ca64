//! Notifications of browsers, by the Push API.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::request::Request;
use crate::shape::{Nothing, PushSubscribeRequest, PushUnsubscribeRequest};
use crate::words::Category;

/// Subscribe a browser to notifications of turns at daily tables and of declined invitations.
pub static PUSH_SUBSCRIBE: Definition<(), PushSubscribeRequest> = Definition {
    name: "push_subscribe",
    about: OperationFacts::creates("Subscribe a browser to notifications of turns at daily tables and of declined invitations", Access::Account, schema_of::<answer::Okay>)
        .details(
            "`subscription` is the result of `PushManager.subscribe` with the key of GET /api/push/key. An existing \
             subscription is replaced.",
        )
        .cases(&[Case::Code(Code::PushQuota)])
        .example(
            r#"{"subscription":{"endpoint":"https://updates.push.services.mozilla.com/wpush/v2/AAAA","keys":{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}}"#,
            r#"{"ok":true}"#,
        ),
    request: |(), body| body.into(),
};

/// Unsubscribe a browser.
pub static PUSH_UNSUBSCRIBE: Definition<(), PushUnsubscribeRequest> = Definition {
    name: "push_unsubscribe",
    about: OperationFacts::changes("Unsubscribe a browser", Access::Account, schema_of::<answer::Okay>)
        .details("`endpoint` identifies the subscription.")
        .cases(&[Case::Plain(Category::Missing, "the caller has no such subscription")])
        .example(r#"{"endpoint":"https://updates.push.services.mozilla.com/wpush/v2/AAAA"}"#, r#"{"ok":true}"#),
    request: |(), body| body.into(),
};

/// The key that browsers subscribe with.
pub static PUSH_KEY: Definition<(), Nothing> = Definition {
    name: "push_key",
    about: OperationFacts::reads("The key that browsers subscribe with", Access::Public, schema_of::<answer::PushKey>)
        .details("It is the `applicationServerKey` of `PushManager.subscribe`.")
        .cases(&[Case::Code(Code::NotConfigured)])
        .example(
            "",
            r#"{"publicKey":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}"#,
        ),
    request: |(), _| Request::PushKey,
};
