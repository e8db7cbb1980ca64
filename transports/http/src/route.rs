//! What a route says of itself. Router, credentials, validation, the OpenAPI document and `skill.md` read it.

use super::refusal::status_of;
use super::{json, query};
use http::Method;
use percent_encoding::percent_decode_str;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use std::borrow::Cow;
use turnstone_api::code::Code;
use turnstone_api::invalid::{Invalid, Place};
use turnstone_api::request::{RateClass, Request};
use turnstone_api::shape::{Names, Shape};

/// Whose credentials a route wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Nobody's; what is sent is not looked at, so that a browser with an old cookie can still join or recover.
    Open,
    /// Anybody may ask; a member may say who he is.
    Public,
    /// A member's.
    Account,
    /// A member's, or that of a guest's practice seat.
    AccountOrGuest,
    /// A member's or a seat's.
    AccountOrSeat,
}

/// How long an answer keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caching {
    /// Not at all.
    Never,
    /// For ever, once nothing about it can change any more; else not at all.
    Immutable,
    /// To be asked for again each time, by its tag.
    Revalidate,
}

/// A refusal that is special to a route.
#[derive(Clone, Copy, Debug)]
pub enum Case {
    /// One of the frozen list.
    Code(Code),
    /// One that has no code: status and when it comes.
    Plain(u16, &'static str),
}

impl Case {
    /// Its status.
    pub const fn status(self) -> u16 {
        match self {
            Self::Code(code) => status_of(code),
            Self::Plain(status, _) => status,
        }
    }
}

/// The values of the placeholders in a path, decoded, in order.
#[derive(Default, Debug)]
pub struct Params<'a>(pub(super) Vec<Cow<'a, str>>);

impl<'a> Params<'a> {
    /// Values as they stand, for callers that hold a route without a router.
    pub const fn new(values: Vec<Cow<'a, str>>) -> Self {
        Self(values)
    }
}

impl Params<'_> {
    /// From the raw segments; `None` if one is no text.
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
    /// The facts that do not depend on its shapes.
    fn about(&self) -> &About;
    /// Whether it reads a body.
    fn has_body(&self) -> bool;
    /// The schema of its query, an object.
    fn query_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema>;
    /// The schema of its body.
    fn body_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema>;
    /// What is asked for.
    fn read(&self, params: &Params<'_>, query: &str, body: &[u8]) -> Result<Request, Invalid>;
}

/// The facts of a route that do not depend on its shapes.
pub struct About {
    /// One line for people.
    pub summary: &'static str,
    /// What else there is to say, in sentences; empty where the line says it all.
    pub details: &'static str,
    /// Whose credentials it wants.
    pub access: Access,
    /// The window it counts in.
    pub rate: RateClass,
    /// How long its answer keeps.
    pub caching: Caching,
    /// Whether its answer sets a cookie: no page of another origin may then send the request.
    pub sets_cookie: bool,
    /// The schema of its answer.
    pub answer: fn(&mut SchemaGenerator) -> Schema,
    /// What it refuses with beside what holds for all.
    pub cases: &'static [Case],
    /// A body and an answer, in JSON; the body is empty where there is none.
    pub example: (&'static str, &'static str),
}

impl About {
    /// A route with the defaults that most have.
    pub const fn new(summary: &'static str, access: Access, answer: fn(&mut SchemaGenerator) -> Schema) -> Self {
        Self {
            summary,
            details: "",
            access,
            rate: RateClass::Ordinary,
            caching: Caching::Never,
            sets_cookie: false,
            answer,
            cases: &[],
            example: ("", "{}"),
        }
    }

    /// There is more to say.
    #[must_use]
    pub const fn details(mut self, details: &'static str) -> Self {
        self.details = details;
        self
    }

    /// It counts in another window.
    #[must_use]
    pub const fn rate(mut self, rate: RateClass) -> Self {
        self.rate = rate;
        self
    }

    /// Its answer can be kept.
    #[must_use]
    pub const fn caching(mut self, caching: Caching) -> Self {
        self.caching = caching;
        self
    }

    /// Its answer sets a cookie.
    #[must_use]
    pub const fn sets_cookie(mut self) -> Self {
        self.sets_cookie = true;
        self
    }

    /// What it refuses with.
    #[must_use]
    pub const fn cases(mut self, cases: &'static [Case]) -> Self {
        self.cases = cases;
        self
    }

    /// A body and its answer.
    #[must_use]
    pub const fn example(mut self, body: &'static str, answer: &'static str) -> Self {
        self.example = (body, answer);
        self
    }
}

/// The schema of a type, named among the others.
pub fn schema_of<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    schemas.subschema_for::<T>()
}

/// A route whose requests name `N` and have the shape `S`, as a query or as a body.
pub struct Endpoint<N: 'static, S: 'static> {
    /// Its method.
    pub method: Method,
    /// Its path.
    pub path: &'static str,
    /// Its other facts.
    pub about: About,
    /// Makes the request of the parts.
    pub request: fn(N, S) -> Request,
}

impl<N: Names, S: Shape> Route for Endpoint<N, S> {
    fn method(&self) -> &Method {
        &self.method
    }

    fn path(&self) -> &'static str {
        self.path
    }

    fn about(&self) -> &About {
        &self.about
    }

    fn has_body(&self) -> bool {
        S::EXISTS && S::PLACE == Place::Body
    }

    fn query_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema> {
        (S::EXISTS && S::PLACE == Place::Parameter).then(|| S::json_schema(schemas))
    }

    fn body_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema> {
        self.has_body().then(|| schemas.subschema_for::<S>())
    }

    fn read(&self, params: &Params<'_>, query: &str, body: &[u8]) -> Result<Request, Invalid> {
        let shape = match S::PLACE {
            Place::Body => json::read(body)?,
            Place::Parameter => query::read(if S::EXISTS { query } else { "" })?,
        };
        Ok((self.request)(N::read(&params.0).map_err(Invalid::Unknown)?, shape))
    }
}
