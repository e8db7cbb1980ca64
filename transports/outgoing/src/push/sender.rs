//! One message to one push service.

use super::encryption::{Fresh, Recipient, encrypt};
use super::vapid::{Tokens, VapidKey};
use crate::client::{Answered, CallError, Client, Post, Target, UrlSource, now_s};
use crate::outcome::CallOutcome;
use http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue};
use std::time::Duration;
use turnstone_service::calls::{CallResult, PushCall};

/// From resolving the name to the response.
const WITHIN: Duration = Duration::from_secs(10);

/// The section `[push]`, with the server's key.
#[derive(Clone, Debug)]
pub(crate) struct PushSettings {
    pub(crate) key: VapidKey,
    pub(crate) subject: Option<String>,
    pub(crate) allow_loopback: bool,
}

/// Sends messages to push services.
pub(crate) struct PushSender {
    tokens: Tokens,
    source: UrlSource,
}

impl PushSender {
    pub(crate) fn new(settings: PushSettings) -> Self {
        let PushSettings { key, subject, allow_loopback } = settings;
        Self { tokens: Tokens::new(key, subject), source: UrlSource::Member { allow_loopback } }
    }

    pub(crate) fn target(&self, call: &PushCall) -> Result<Target, CallError> {
        Target::new(call.endpoint.reveal(), self.source)
    }

    pub(crate) async fn send(&self, client: &Client, target: &Target, call: &PushCall) -> CallOutcome {
        let recipient = Recipient { p256dh: &call.p256dh, auth: &call.auth };
        let Ok(fresh) = Fresh::draw() else { return CallOutcome::well(CallResult::Failed { retry_after_s: None }) };
        let Some(body) = encrypt(call.payload.as_bytes(), &recipient, &fresh) else {
            tracing::error!(host = %target.host, bytes = call.payload.len(), "a push message cannot be encrypted");
            return CallOutcome::well(CallResult::Refused);
        };
        let Some(headers) = self.headers(target, call) else { return CallOutcome::well(CallResult::Refused) };
        let post = Post { headers, body: body.into(), within: WITHIN, answer_bytes: 0 };
        match client.post(target, post).await {
            Ok(answered) => judge(target, &answered),
            Err(CallError::NotAllowed) => {
                tracing::warn!(host = %target.host, "a push endpoint has an address that is not public: it is not called");
                CallError::NotAllowed.into()
            }
            Err(error) => {
                tracing::debug!(host = %target.host, %error, "push");
                error.into()
            }
        }
    }

    fn headers(&self, target: &Target, call: &PushCall) -> Option<HeaderMap> {
        let mut authorization = HeaderValue::from_str(&self.tokens.header(&target.origin(), now_s())).ok()?;
        authorization.set_sensitive(true);
        Some(HeaderMap::from_iter([
            (AUTHORIZATION, authorization),
            (CONTENT_ENCODING, HeaderValue::from_static("aes128gcm")),
            (CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
            (HeaderName::from_static("ttl"), call.ttl_s.into()),
            (HeaderName::from_static("topic"), HeaderValue::from_str(&call.topic).ok()?),
            (HeaderName::from_static("urgency"), HeaderValue::from_static("normal")),
        ]))
    }
}

/// The meaning of a push service's status. A service serves all its subscriptions: a 429 for one of them says nothing
/// about the others.
fn judge(target: &Target, answered: &Answered) -> CallOutcome {
    let Answered { status, retry_after_s, .. } = *answered;
    match status.as_u16() {
        200..=299 => CallOutcome::well(CallResult::Delivered),
        404 | 410 => CallOutcome::well(CallResult::Gone),
        408 | 425 | 429 => CallOutcome::well(CallResult::Failed { retry_after_s }),
        500..=599 => CallOutcome::failed(retry_after_s),
        // Redirects are not followed.
        status => {
            let host = &target.host;
            tracing::error!(%host, status, "the push service rejects messages from this server: see [push] in the \
                configuration");
            // Other statuses say nothing about the subscription.
            CallOutcome::well(if matches!(status, 400 | 403) { CallResult::Rejected } else { CallResult::Refused })
        }
    }
}
