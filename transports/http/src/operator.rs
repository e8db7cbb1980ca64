//! The operator's listener. The process around the core answers its requests, most of them by passing them on to the core.

use super::answers::{self, Response};
use super::mount::MountedPieces;
use super::response_body::ResponseBody;
use std::future::Future;
use std::pin::Pin;
use turnstone_api::words::Words;
use turnstone_engine::Port;
use turnstone_service::request::{Caller, Request};

/// Answers the requests of operators.
pub trait OperatorHost: Send + Sync + 'static {
    /// Answer a request of an operator.
    fn answer(&self, port: Port, caller: Caller, request: Request) -> PendingOperatorAnswer;
}

/// The future of an answer to an operator.
pub type PendingOperatorAnswer = Pin<Box<dyn Future<Output = Result<OperatorAnswer, Words>> + Send>>;

pub enum OperatorAnswer {
    Json(String),
    /// The pieces of a file.
    File(MountedPieces),
}

/// The response with an answer.
pub(crate) fn response(answer: Result<OperatorAnswer, Words>) -> Response {
    match answer {
        Ok(OperatorAnswer::Json(text)) => answers::json_text(text),
        Ok(OperatorAnswer::File(pieces)) => http::Response::new(ResponseBody::Mounted(pieces)),
        Err(words) => answers::rejected(&words.into()),
    }
}
