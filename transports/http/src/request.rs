//! The request of a route, built from its path, its query and its body.

use crate::{json, query};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use turnstone_api::input::fields_of;
use turnstone_api::invalid::{Invalid, Place};
use turnstone_api::request::Request;
use turnstone_documents::route::Route;

/// The values of the placeholders in a path, decoded, in order.
#[derive(Default, Debug)]
pub struct Params<'a>(Vec<Cow<'a, str>>);

impl<'a> Params<'a> {
    /// Unescaped values, for callers that hold a route without a router.
    pub const fn new(values: Vec<Cow<'a, str>>) -> Self {
        Self(values)
    }

    /// From the raw segments; `None` if one is not valid text.
    pub(crate) fn decode(raw: &[&'a str]) -> Option<Self> {
        raw.iter().map(|segment| percent_decode_str(segment).decode_utf8().ok()).collect::<Option<_>>().map(Self)
    }
}

/// Builds the request of a route.
pub fn read(route: &Route, params: &Params<'_>, query: &str, body: &[u8]) -> Result<Request, Invalid> {
    let operation = route.operation();
    match operation.place() {
        Some(Place::Body) => {
            let body = if body.is_empty() && route.may_lack_body() { b"{}" } else { body };
            operation.read(&params.0, &fields_of(&json::read(body)?))
        }
        Some(Place::Parameter) => {
            let fields = query::read(query)?;
            let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_ref(), value)).collect();
            operation.read(&params.0, &fields)
        }
        None => operation.read(&params.0, &[]),
    }
}

#[cfg(test)]
mod tests;
