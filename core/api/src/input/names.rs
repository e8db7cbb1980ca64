//! The path parameters of a request: the objects that it concerns.

use crate::ids::{DuelId, GrantId, PartyId, TableId, TicketId};
use crate::rejection::{AgentRejection, Grant, PartyRejection, QueueRejection, Rejection, TableRejection};
use crate::time::Day;
use std::borrow::Cow;

/// The objects that a request concerns, by its path parameters.
pub trait Names: Sized {
    /// The names of the parameters, in order.
    const NAMES: &'static [&'static str];

    /// Parses texts in that order. A malformed id gets the same error as an unknown one.
    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Rejection>;
}

fn text<'a>(texts: &'a [Cow<'_, str>], place: usize) -> &'a str {
    texts.get(place).map_or("", AsRef::as_ref)
}

/// It concerns no object.
impl Names for () {
    const NAMES: &'static [&'static str] = &[];

    fn read(_: &[Cow<'_, str>]) -> Result<Self, Rejection> {
        Ok(())
    }
}

/// A member's handle.
impl Names for String {
    const NAMES: &'static [&'static str] = &["handle"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Rejection> {
        Ok(text(texts, 0).to_owned())
    }
}

impl Names for TableId {
    const NAMES: &'static [&'static str] = &["id"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Rejection> {
        Self::parse(text(texts, 0)).ok_or(Rejection::Table(TableRejection::NotFound))
    }
}

impl Names for PartyId {
    const NAMES: &'static [&'static str] = &["id"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Rejection> {
        Self::parse(text(texts, 0)).ok_or(Rejection::Party(PartyRejection::NotFound))
    }
}

impl Names for TicketId {
    const NAMES: &'static [&'static str] = &["ticketId"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Rejection> {
        Self::parse(text(texts, 0)).ok_or(Rejection::Queue(QueueRejection::NoTicket))
    }
}

impl Names for DuelId {
    const NAMES: &'static [&'static str] = &["duelId"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Rejection> {
        Self::parse(text(texts, 0)).ok_or(Rejection::Agent(AgentRejection::NoDuel))
    }
}

/// A day, by its date.
impl Names for Day {
    const NAMES: &'static [&'static str] = &["date"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Rejection> {
        Self::parse(text(texts, 0)).ok_or(Rejection::Table(TableRejection::NoSuchDay))
    }
}

/// A day of an era, by its date and the number of the era.
impl Names for (Day, u64) {
    const NAMES: &'static [&'static str] = &["date", "era"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Rejection> {
        let written = text(texts, 1);
        let era = written.parse().ok().filter(|era: &u64| *era > 0 && era.to_string() == written);
        Ok((Day::read(texts)?, era.ok_or(Rejection::Table(TableRejection::NoSuchDay))?))
    }
}

/// A grant of a table.
impl Names for (TableId, GrantId) {
    const NAMES: &'static [&'static str] = &["id", "grantId"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Rejection> {
        let grant = GrantId::parse(text(texts, 1)).ok_or(Rejection::Grant(Grant::NotFound));
        Ok((TableId::read(texts)?, grant?))
    }
}
