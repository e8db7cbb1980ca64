//! A route: a method and a path for an operation of the contract, and HTTP's own facts of its response.

use super::{json, query};
use http::Method;
use percent_encoding::percent_decode_str;
use schemars::{Schema, SchemaGenerator};
use std::borrow::Cow;
use turnstone_api::invalid::{Invalid, Place};
use turnstone_api::operation::{Definition, Operation, OperationFacts};
use turnstone_api::request::Request;
use turnstone_api::shape::{Names, Shape};

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

/// One route.
pub trait Route: Sync {
    /// Its method.
    fn method(&self) -> &Method;
    /// Its path, with placeholders in braces.
    fn path(&self) -> &'static str;
    /// How long its response may be cached.
    fn caching(&self) -> Caching;
    /// Its operation.
    fn operation(&self) -> &dyn Operation;
    /// Whether it reads a body.
    fn has_body(&self) -> bool;
    /// Whether its body may be missing.
    fn may_lack_body(&self) -> bool;
    /// The schema of its query, an object.
    fn query_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema>;
    /// The schema of its body.
    fn body_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema>;
    /// Builds its request.
    fn read(&self, params: &Params<'_>, query: &str, body: &[u8]) -> Result<Request, Invalid>;

    /// The facts of its operation.
    fn about(&self) -> &OperationFacts {
        self.operation().about()
    }
}

/// A route to an operation with path parameters `N` and input `S`, as a query or as a body.
pub struct Endpoint<N: 'static, S: 'static> {
    method: Method,
    path: &'static str,
    operation: &'static Definition<N, S>,
    caching: Caching,
}

impl<N, S> Endpoint<N, S> {
    /// A route whose response is not cached.
    pub const fn new(method: Method, path: &'static str, operation: &'static Definition<N, S>) -> Self {
        Self { method, path, operation, caching: Caching::Never }
    }

    /// Its response can be cached.
    #[must_use]
    pub const fn caching(mut self, caching: Caching) -> Self {
        self.caching = caching;
        self
    }
}

impl<N: Names, S: Shape> Route for Endpoint<N, S> {
    fn method(&self) -> &Method {
        &self.method
    }

    fn path(&self) -> &'static str {
        self.path
    }

    fn caching(&self) -> Caching {
        self.caching
    }

    fn operation(&self) -> &dyn Operation {
        self.operation
    }

    fn has_body(&self) -> bool {
        self.operation.place() == Some(Place::Body)
    }

    fn may_lack_body(&self) -> bool {
        S::MAY_BE_MISSING
    }

    fn query_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema> {
        (self.operation.place() == Some(Place::Parameter)).then(|| S::json_schema(schemas))
    }

    fn body_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema> {
        self.has_body().then(|| schemas.subschema_for::<S>())
    }

    fn read(&self, params: &Params<'_>, query: &str, body: &[u8]) -> Result<Request, Invalid> {
        let shape = match S::PLACE {
            Place::Body if S::MAY_BE_MISSING && body.is_empty() => json::read(b"{}")?,
            Place::Body => json::read(body)?,
            Place::Parameter => query::read(if S::EXISTS { query } else { "" })?,
        };
        self.operation.request(&params.0, shape)
    }
}
