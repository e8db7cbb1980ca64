//! All operations: the requests by name, each with its access rule, parameters, response and errors. A transport binds
//! them to its own protocol: HTTP to methods and paths.

pub mod account;
pub mod agents;
pub mod blocks;
pub mod club;
pub mod discovery;
pub mod fairness;
pub mod friendly;
pub mod identities;
pub mod operator;
pub mod parties;
pub mod push;
pub mod queue;
pub mod seats;
pub mod tables;

use crate::code::Code;
use crate::input::{self, Names, OperationInput};
use crate::invalid::{Invalid, Place};
use crate::request::{RateClass, Request};
use crate::secret::Secret;
use crate::words::Category;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;
use std::borrow::Cow;

pub use crate::request::{ALL, OPERATOR};

/// The operation of this name, if it is not an operator's.
pub fn find(name: &str) -> Option<&'static dyn Operation> {
    ALL.iter().copied().find(|operation| operation.name() == name)
}

/// The credentials that an operation accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// None; credentials that are sent are ignored, so that a browser with an old cookie can still join or recover.
    Open,
    /// Optional: without them the caller is anonymous.
    Public,
    /// A member's.
    Account,
    /// A member's, or that of a guest's practice seat.
    AccountOrGuest,
    /// A member's or a seat's.
    AccountOrSeat,
    /// The same, or none: without them the caller is a spectator.
    SpectatorOrSeat,
    /// The messenger's, which knows the secret of the webhook.
    Webhook,
    /// An operator's: the user at the other end of the operator's socket.
    Operator,
}

/// What an operation does to the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    Reads,
    /// It changes existing state. It is served while the disk is nearly full.
    Changes,
    /// It creates a stored object. It is rejected while the disk is nearly full.
    Creates,
}

/// The effect of an operation on the credential that a browser keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Session {
    /// None.
    Unchanged,
    /// The response sets a new one.
    SignsIn,
    /// The operation ends the caller's.
    Ends,
    /// The operation ends the caller's, and may set a new one.
    Replaces,
}

/// Builds the request from the secret of a header and the parsed body; `None` if the body could not be parsed.
pub type WithSecret = fn(Option<Secret>, Option<Request>) -> Request;

/// An error that is special to an operation.
#[derive(Clone, Copy, Debug)]
pub enum Case {
    /// One of the frozen list.
    Code(Code),
    /// One of the frozen list, with status 400.
    Fault(Code),
    /// One without a code, and when it occurs.
    Plain(Category, &'static str),
}

impl Case {
    /// Its category.
    pub const fn category(self) -> Category {
        match self {
            Self::Code(code) => Category::Coded(code),
            Self::Fault(code) => Category::Fault(code),
            Self::Plain(category, _) => category,
        }
    }
}

/// One operation.
pub trait Operation: Sync {
    /// Its name, in words with underscores between them.
    fn name(&self) -> &'static str;
    /// The facts that do not depend on its parameters.
    fn about(&self) -> &OperationFacts;
    /// The names of the path parameters, in order.
    fn names(&self) -> &'static [&'static str];
    /// The part of an HTTP request with its other input; `None` if it takes none.
    fn place(&self) -> Option<Place>;
    /// Whether a request may have no body at all, which counts as an empty object.
    fn may_lack_body(&self) -> bool;
    /// The schema of its other input, as a JSON object.
    fn schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema>;
    /// The same by its name: a reference to a definition.
    fn named_schema(&self, schemas: &mut SchemaGenerator) -> Schema;
    /// Builds the request from these path parameters, in order, and the fields of its other input.
    fn read(&self, names: &[Cow<'_, str>], fields: &[(&str, &Value)]) -> Result<Request, Invalid>;
}

/// An event of a stream: its name, and the schema of its data.
pub type EventFacts = (&'static str, AnswerSchema);

/// The facts of an operation that do not depend on its parameters.
pub struct OperationFacts {
    /// A summary in one line.
    pub summary: &'static str,
    /// Further details, in sentences; may be empty.
    pub details: &'static str,
    /// The credentials that it accepts.
    pub access: Access,
    /// Its effect on the state.
    pub effect: Effect,
    /// Its effect on the caller's session.
    pub session: Session,
    /// Whether each request is a security event.
    pub audited: bool,
    /// The caller authenticates with a secret in a header instead of a credential.
    pub secret: Option<WithSecret>,
    /// The rate-limit window in which it counts.
    pub rate: RateClass,
    /// The schema of its response; of a stream, that of its events.
    pub answer: AnswerSchema,
    /// The events of its response, if it opens a stream.
    pub events: &'static [EventFacts],
    /// Its errors beside the general ones.
    pub cases: &'static [Case],
    /// An example of a body and a response, in JSON; the body is empty if there is none.
    pub example: (&'static str, &'static str),
}

impl OperationFacts {
    const fn new(summary: &'static str, access: Access, effect: Effect, answer: AnswerSchema) -> Self {
        Self {
            summary,
            details: "",
            access,
            effect,
            session: Session::Unchanged,
            audited: false,
            secret: None,
            rate: RateClass::Ordinary,
            answer,
            events: &[],
            cases: &[],
            example: ("", "{}"),
        }
    }

    /// An operation that changes nothing, with the usual defaults.
    pub const fn reads(summary: &'static str, access: Access, answer: AnswerSchema) -> Self {
        Self::new(summary, access, Effect::Reads, answer)
    }

    /// An operation that changes existing state.
    pub const fn changes(summary: &'static str, access: Access, answer: AnswerSchema) -> Self {
        Self::new(summary, access, Effect::Changes, answer)
    }

    /// An operation that creates a stored object.
    pub const fn creates(summary: &'static str, access: Access, answer: AnswerSchema) -> Self {
        Self::new(summary, access, Effect::Creates, answer)
    }

    /// The response contains a credential that a browser keeps.
    #[must_use]
    pub const fn signs_in(mut self) -> Self {
        self.session = Session::SignsIn;
        self
    }

    /// It ends the caller's session.
    #[must_use]
    pub const fn ends_session(mut self) -> Self {
        self.session = Session::Ends;
        self
    }

    /// It ends the caller's session, and may set a new one.
    #[must_use]
    pub const fn replaces_session(mut self) -> Self {
        self.session = Session::Replaces;
        self
    }

    /// Each request is a security event.
    #[must_use]
    pub const fn audited(mut self) -> Self {
        self.audited = true;
        self
    }

    /// The caller sends a secret in a header.
    #[must_use]
    pub const fn secret(mut self, with: WithSecret) -> Self {
        self.secret = Some(with);
        self
    }

    /// It opens a stream of these events, which ends with the event `end`.
    #[must_use]
    pub const fn streams(mut self, events: &'static [EventFacts]) -> Self {
        self.events = events;
        self
    }

    /// Whether it opens a stream.
    pub const fn is_stream(&self) -> bool {
        !self.events.is_empty()
    }

    /// Adds further details.
    #[must_use]
    pub const fn details(mut self, details: &'static str) -> Self {
        self.details = details;
        self
    }

    /// Sets another rate-limit window.
    #[must_use]
    pub const fn rate(mut self, rate: RateClass) -> Self {
        self.rate = rate;
        self
    }

    /// Sets its errors.
    #[must_use]
    pub const fn cases(mut self, cases: &'static [Case]) -> Self {
        self.cases = cases;
        self
    }

    /// Sets the example.
    #[must_use]
    pub const fn example(mut self, body: &'static str, answer: &'static str) -> Self {
        self.example = (body, answer);
        self
    }
}

/// Makes the schema of a response.
pub type AnswerSchema = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type, named among the others.
pub fn schema_of<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    schemas.subschema_for::<T>()
}

/// An operation with path parameters `N` and the input `S`.
pub struct Definition<N: 'static, S: 'static> {
    /// Its name.
    pub name: &'static str,
    /// Its other facts.
    pub about: OperationFacts,
    /// Builds the request from the parts.
    pub request: fn(N, S) -> Request,
}

impl<N: Names, S: OperationInput> Operation for Definition<N, S> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &OperationFacts {
        &self.about
    }

    fn names(&self) -> &'static [&'static str] {
        N::NAMES
    }

    fn place(&self) -> Option<Place> {
        S::EXISTS.then_some(S::PLACE)
    }

    fn may_lack_body(&self) -> bool {
        S::MAY_BE_MISSING
    }

    fn schema(&self, schemas: &mut SchemaGenerator) -> Option<Schema> {
        S::EXISTS.then(|| S::json_schema(schemas))
    }

    fn named_schema(&self, schemas: &mut SchemaGenerator) -> Schema {
        schemas.subschema_for::<S>()
    }

    fn read(&self, names: &[Cow<'_, str>], fields: &[(&str, &Value)]) -> Result<Request, Invalid> {
        let input = input::read(fields)?;
        Ok((self.request)(N::read(names).map_err(Invalid::Unknown)?, input))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Map;
    use std::collections::BTreeSet;

    #[test]
    fn operation_names_are_unique() {
        let names: BTreeSet<&str> = ALL.iter().chain(OPERATOR).map(|operation| operation.name()).collect();
        assert_eq!(names.len(), ALL.len() + OPERATOR.len());
        assert!(ALL.iter().all(|operation| find(operation.name()).is_some()));
    }

    #[test]
    fn operations_of_operators_are_in_a_list_of_their_own() {
        assert!(ALL.iter().all(|operation| operation.about().access != Access::Operator));
        assert!(OPERATOR.iter().all(|operation| operation.about().access == Access::Operator));
        assert!(OPERATOR.iter().all(|operation| find(operation.name()).is_none()));
    }

    #[test]
    fn operations_with_a_secret_take_no_credential() {
        for operation in ALL {
            let about = operation.about();
            assert_eq!(about.secret.is_some(), about.access == Access::Webhook, "{}", operation.name());
        }
    }

    #[test]
    fn every_example_is_a_request_of_its_operation_and_of_no_other() {
        for operation in ALL.iter().chain(OPERATOR) {
            let (body, answer) = operation.about().example;
            let body = &body.replace("<a new UUID>", "00000000-0000-4000-8000-000000000001");
            let mut fields = if body.is_empty() { Map::new() } else { serde_json::from_str(body).unwrap() };
            if operation.name() == "ratings" {
                // The only parameter that is required.
                fields.insert("gameId".to_owned(), "rps".into());
            }
            let id = "018bcfe568007b3ab7e1a04c4d1f2a90";
            let prefix = if operation.name().contains("party") { "pty" } else { "t" };
            let named = |name: &&str| match *name {
                "id" => format!("{prefix}_{id}"),
                "grantId" => format!("grant_{id}"),
                "duelId" => format!("duel_{id}"),
                "ticketId" => format!("tk_{id}"),
                "date" => "2026-11-21".to_owned(),
                "era" => "1795219300".to_owned(),
                _ => "ada".to_owned(),
            };
            let names: Vec<_> = operation.names().iter().map(|name| Cow::Owned(named(name))).collect();
            let request = operation.read(&names, &input::fields_of(&fields));
            let request = request.unwrap_or_else(|problem| panic!("{}: {problem:?}", operation.name()));
            assert_eq!(request.operation().map(Operation::name), Some(operation.name()));
            assert_eq!(request.rate(), operation.about().rate, "{}", operation.name());
            assert_eq!(request.is_stream(), operation.about().is_stream(), "{}", operation.name());
            let takes_wait = operation.schema(&mut SchemaGenerator::default());
            if takes_wait.is_some_and(|schema| schema.pointer("/properties/wait").is_some()) {
                let waiting = Map::from_iter([("wait".to_owned(), Value::from(1))]);
                assert!(operation.read(&names, &input::fields_of(&waiting)).unwrap().is_poll(), "{}", operation.name());
            }
            if let Some(with) = operation.about().secret {
                for read in [Some(request), None] {
                    assert_eq!(with(None, read).operation().map(Operation::name), Some(operation.name()));
                }
            }
            serde_json::from_str::<Value>(answer).unwrap();
        }
    }
}
