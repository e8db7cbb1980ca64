//! What a request names beside its shape: the thing it is about.

use crate::ids::{DuelId, GrantId, PartyId, TableId};
use crate::refusal::{AgentRefusal, Grant, PartyRefusal, Refusal, TableRefusal};
use std::borrow::Cow;

/// The thing that a request is about, by its names.
pub trait Names: Sized {
    /// How the names are called, in order.
    const NAMES: &'static [&'static str];

    /// Read them from texts in that order; a text that is none of a thing's names is refused like one that names nothing.
    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Refusal>;
}

fn text<'a>(texts: &'a [Cow<'_, str>], place: usize) -> &'a str {
    texts.get(place).map_or("", AsRef::as_ref)
}

/// It is about nothing that has a name.
impl Names for () {
    const NAMES: &'static [&'static str] = &[];

    fn read(_: &[Cow<'_, str>]) -> Result<Self, Refusal> {
        Ok(())
    }
}

/// A member's handle.
impl Names for String {
    const NAMES: &'static [&'static str] = &["handle"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Refusal> {
        Ok(text(texts, 0).to_owned())
    }
}

impl Names for TableId {
    const NAMES: &'static [&'static str] = &["id"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Refusal> {
        Self::parse(text(texts, 0)).ok_or(Refusal::Table(TableRefusal::NotFound))
    }
}

impl Names for PartyId {
    const NAMES: &'static [&'static str] = &["id"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Refusal> {
        Self::parse(text(texts, 0)).ok_or(Refusal::Party(PartyRefusal::NotFound))
    }
}

impl Names for DuelId {
    const NAMES: &'static [&'static str] = &["duelId"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Refusal> {
        Self::parse(text(texts, 0)).ok_or(Refusal::Agent(AgentRefusal::NoDuel))
    }
}

/// A grant of a table.
impl Names for (TableId, GrantId) {
    const NAMES: &'static [&'static str] = &["id", "grantId"];

    fn read(texts: &[Cow<'_, str>]) -> Result<Self, Refusal> {
        let grant = GrantId::parse(text(texts, 1)).ok_or(Refusal::Grant(Grant::NotFound));
        Ok((TableId::read(texts)?, grant?))
    }
}
