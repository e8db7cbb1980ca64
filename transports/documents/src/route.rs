//! A route: a method and a path for an operation of the contract, and HTTP's own facts of its response.

use schemars::{Schema, SchemaGenerator};
use turnstone_api::invalid::Place;
use turnstone_api::operation::{Operation, OperationFacts};

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

/// One route: a method and a path for an operation.
pub struct Route {
    method: &'static str,
    path: &'static str,
    operation: &'static dyn Operation,
    caching: Caching,
}

impl Route {
    /// A route whose response is not cached.
    const fn new(method: &'static str, path: &'static str, operation: &'static dyn Operation) -> Self {
        Self { method, path, operation, caching: Caching::Never }
    }

    pub(crate) const fn get(path: &'static str, operation: &'static dyn Operation) -> Self {
        Self::new("GET", path, operation)
    }

    pub(crate) const fn post(path: &'static str, operation: &'static dyn Operation) -> Self {
        Self::new("POST", path, operation)
    }

    pub(crate) const fn patch(path: &'static str, operation: &'static dyn Operation) -> Self {
        Self::new("PATCH", path, operation)
    }

    pub(crate) const fn delete(path: &'static str, operation: &'static dyn Operation) -> Self {
        Self::new("DELETE", path, operation)
    }

    /// Its response can be cached.
    #[must_use]
    pub(crate) const fn cached(mut self, caching: Caching) -> Self {
        self.caching = caching;
        self
    }

    /// The name of its method, in upper case.
    pub const fn method(&self) -> &'static str {
        self.method
    }

    /// Its path, with placeholders in braces.
    pub const fn path(&self) -> &'static str {
        self.path
    }

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
    pub(crate) fn query_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema> {
        let takes_query = self.operation.place() == Some(Place::Parameter);
        takes_query.then(|| self.operation.schema(schemas)).flatten()
    }

    pub(crate) fn body_schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema> {
        self.has_body().then(|| self.operation.named_schema(schemas))
    }
}

/// The names of the placeholders of a template.
pub fn placeholders(path: &'static str) -> impl Iterator<Item = &'static str> {
    let segments = path.split('/').filter(|segment| segment.starts_with('{'));
    segments.map(|segment| &segment[1..segment.len() - 1])
}
