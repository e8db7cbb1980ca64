//! Request bodies: at most 64 KiB, in at most ten seconds.

use super::problem::Problem;
use http::HeaderMap;
use http::header::CONTENT_LENGTH;
use http_body_util::BodyExt;
use hyper::body::{Body, Bytes};
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;
use turnstone_api::invalid::Invalid;
use turnstone_engine::env::Env;

pub(crate) const MAX_BODY_BYTES: usize = 64 << 10;
/// How long a body may take to arrive.
const DEADLINE: Duration = Duration::from_secs(10);

/// Read a whole body. The timer is created only if the body has not arrived yet.
pub(crate) async fn read<B: Body<Data = Bytes> + Unpin>(env: &impl Env, body: B) -> Result<Bytes, Problem> {
    let mut whole = pin!(collect(body));
    if let Some(early) = poll_fn(|context| Poll::Ready(now(whole.as_mut().poll(context)))).await {
        return early;
    }
    let mut late = env.sleep(DEADLINE);
    poll_fn(|context| {
        if let Poll::Ready(body) = whole.as_mut().poll(context) {
            return Poll::Ready(body);
        }
        Pin::new(&mut late).poll(context).map(|()| Err(Problem::TooSlow))
    })
    .await
}

fn now<T>(poll: Poll<T>) -> Option<T> {
    match poll {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

async fn collect<B: Body<Data = Bytes> + Unpin>(mut body: B) -> Result<Bytes, Problem> {
    let mut first = Bytes::new();
    let mut rest: Vec<u8> = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Invalid::body("ended too early or is not well formed"))?;
        let Ok(data) = frame.into_data() else { continue };
        if first.len() + rest.len() + data.len() > MAX_BODY_BYTES {
            return Err(Problem::TooLarge);
        }
        if first.is_empty() {
            first = data;
        } else {
            rest.extend_from_slice(&data);
        }
    }
    if rest.is_empty() { Ok(first) } else { Ok([first.as_ref(), &rest].concat().into()) }
}

/// The size of the body that a request announces.
pub(crate) fn announced_size(headers: &HeaderMap) -> Option<u64> {
    let digits =
        headers.get(CONTENT_LENGTH)?.to_str().ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    // A number that does not fit is more than can be sent.
    digits.map(|digits| digits.parse().unwrap_or(u64::MAX))
}
