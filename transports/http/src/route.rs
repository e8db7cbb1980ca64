//! A route: a method and a path for an operation of the contract, and HTTP's own facts of its response.

use super::{json, query};
use http::Method;
use percent_encoding::percent_decode_str;
use schemars::{Schema, SchemaGenerator};
use std::borrow::Cow;
use turnstone_api::invalid::{Invalid, Place};
use turnstone_api::operation::{Operation, OperationFacts};
use turnstone_api::request::Request;
use turnstone_api::shape::fields_of;

/// How long a response may be cached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caching {
    /// Not at all.
    Never,
    /// As long as the answer stays as it is.
    Immutable,
    /// Revalidated each time, by its tag.
    Revalidate,
}

/// The values of the placeholders in a path, decoded, in order.
#[derive(Default, Debug)]
pub struct Params<'a>(pub(super) Vec<Cow<'a, str>>);

impl<'a> Params<'a> {
    /// Unescaped values, for callers that hold a route without a router.
    pub const fn new(values: Vec<Cow<'a, str>>) -> Self {
        Self(values)
    }
}

impl Params<'_> {
    /// From the raw segments; `None` if one is not valid text.
    pub(super) fn decode<'a>(raw: &[&'a str]) -> Option<Params<'a>> {
        raw.iter().map(|segment| percent_decode_str(segment).decode_utf8().ok()).collect::<Option<_>>().map(Params)
    }
}

/// One route: a method and a path for an operation.
pub struct Route {
    method: Method,
    path: &'static str,
    operation: &'static dyn Operation,
    caching: Caching,
}

impl Route {
    /// A route whose response is not cached.
    pub const fn new(method: Method, path: &'static str, operation: &'static dyn Operation) -> Self {
        Self { method, path, operation, caching: Caching::Never }
    }

    /// Its response can be cached.
    #[must_use]
    pub const fn cached(mut self, caching: Caching) -> Self {
        self.caching = caching;
        self
    }

    /// Its method.
    pub const fn method(&self) -> &Method {
        &self.method
    }

    /// Its path, with placeholders in braces.
    pub const fn path(&self) -> &'static str {
        self.path
    }

    /// Its operation.
    pub const fn operation(&self) -> &'static dyn Operation {
        self.operation
    }

    /// The facts of its operation.
    pub fn about(&self) -> &'static OperationFacts {
        self.operation.about()
    }

    /// How long its response may be cached.
    pub const fn caching(&self) -> Caching {
        self.caching
    }

    /// Whether its body may be missing.
    pub fn may_lack_body(&self) -> bool {
        self.operation.may_lack_body()
    }

    /// Whether it reads a body.
    pub fn has_body(&self) -> bool {
        self.operation.place() == Some(Place::Body)
    }

    /// The schema of its query, an object.
    pub(super) fn query_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema> {
        let takes_query = self.operation.place() == Some(Place::Parameter);
        takes_query.then(|| self.operation.schema(schemas)).flatten()
    }

    /// The schema of its body.
    pub(super) fn body_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema> {
        self.has_body().then(|| self.operation.named_schema(schemas))
    }

    /// Builds its request.
    pub fn read(&self, params: &Params<'_>, query: &str, body: &[u8]) -> Result<Request, Invalid> {
        match self.operation.place() {
            Some(Place::Body) => {
                let body = if body.is_empty() && self.may_lack_body() { b"{}" } else { body };
                self.operation.read(&params.0, &fields_of(&json::read(body)?))
            }
            Some(Place::Parameter) => {
                let fields = query::read(query)?;
                let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_ref(), value)).collect();
                self.operation.read(&params.0, &fields)
            }
            None => self.operation.read(&params.0, &[]),
        }
    }
}
