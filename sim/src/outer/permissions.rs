//! A second opinion on who may do what, from what clients know by themselves: with which credential somebody asks
//! (`needs.rs` says which each request needs), what he has to do with the table or party that he asks about, and how far
//! that had come when he asked.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest, ClientResponse};
use super::judge::{SentState, thing};
use crate::grid::{Cell, Grid};
use crate::needs::{Need, need_of};
use crate::refusals::operation_of;
use std::sync::LazyLock;

/// Who asks, and what he has to do with what he asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Nobody,
    /// By a credential of which it is known that it has ended.
    Ended,
    /// A member who never asked for a seat there.
    Outsider,
    /// The same, where only some may know of it.
    OutsiderOfPrivate,
    /// A member who asked for a seat there, and has it perhaps.
    Member,
    /// A seat's credential, at its table or elsewhere.
    Holder,
    HolderElsewhere,
    /// The client does not know.
    Unsure,
}

/// How far a table was at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    Waiting,
    Playing,
    Over,
}

const RELATIONS: [(Relation, &str); 7] = [
    (Relation::Nobody, "nobody in particular"),
    (Relation::Ended, "somebody whose credential has ended"),
    (Relation::Outsider, "a member without relation"),
    (Relation::OutsiderOfPrivate, "a member without relation to a private thing"),
    (Relation::Member, "a member who wanted a seat"),
    (Relation::Holder, "the holder of a seat's credential"),
    (Relation::HolderElsewhere, "the holder of another table's seat"),
];

const STAGES: [(Stage, &str); 3] = [
    (Stage::Waiting, "a table that may wait"),
    (Stage::Playing, "a running table"),
    (Stage::Over, "a table that is over"),
];

/// Who asked about tables that were how far.
pub(super) static ASKED: LazyLock<Grid> = LazyLock::new(|| {
    let mut grid = Grid::default();
    for (relation, who) in RELATIONS {
        for (stage, what) in STAGES {
            grid.add(format!("outer: {who} asks about {what}"), cell(relation, stage));
        }
    }
    grid
});

const fn cell(relation: Relation, stage: Stage) -> Cell {
    match (relation, stage) {
        (Relation::Ended, _) => Cell::May("those ask about lists"),
        (Relation::OutsiderOfPrivate, Stage::Playing | Stage::Over) => Cell::May("nobody may tell how far it is"),
        (Relation::HolderElsewhere, _) => Cell::May("too seldom for each"),
        _ => Cell::Must,
    }
}

fn name(relation: Relation, stage: Stage) -> Option<String> {
    let (_, who) = RELATIONS.iter().find(|(other, _)| *other == relation)?;
    let (_, what) = STAGES.iter().find(|(other, _)| *other == stage)?;
    Some(format!("outer: {who} asks about {what}"))
}

/// Statuses that say something of the thing or of the caller's chips. All others may come to anybody: what does not read,
/// what comes too often, what another site's page sends, what comes while the server stops.
const TELLING: [u16; 5] = [200, 304, 402, 404, 409];

/// Which of those may be told; nothing where clients cannot know.
fn may_be_told(operation: &str, relation: Relation, stage: Stage) -> Option<&'static [u16]> {
    use Relation::{Holder, HolderElsewhere, Member, Outsider, OutsiderOfPrivate};
    use Stage::{Over, Playing, Waiting};
    Some(match (operation, relation, stage) {
        (_, Relation::Unsure, _) => return None,
        // The end of a table is public to whoever has its id. A table that was cancelled has none.
        ("replay" | "end_card", _, Over) | ("replay" | "end_card", OutsiderOfPrivate, _) => &[200, 304, 404],
        ("replay" | "end_card", ..) => &[200, 304, 404, 409],
        ("join_party", ..) => return None,
        (_, OutsiderOfPrivate, _) => &[404],
        ("read_table" | "table_messages", Outsider, _) | ("table_messages", Member, _) => &[200],
        // Somebody else may play the seat.
        ("read_table", Member, _) => &[200, 409],
        ("act" | "forfeit" | "decline", Outsider, _) => &[409],
        ("act" | "forfeit", Member, Over) | ("join_table" | "decline", Member | Outsider, Playing | Over) => &[409],
        ("act" | "forfeit" | "decline", Member, _) => &[200, 409],
        ("join_table", Member | Outsider, Waiting) => &[200, 402, 409],
        ("post_table_message" | "issue_seat_grant" | "current_seat_grant" | "revoke_seat_grant", Outsider, _) => &[404],
        ("post_table_message" | "current_seat_grant" | "revoke_seat_grant", Member, _) => &[200, 404],
        ("read_table", Holder, _) => &[200],
        ("act" | "forfeit", Holder, Over) => &[409],
        ("act" | "forfeit", Holder, _) => &[200, 409],
        ("read_table" | "act" | "forfeit", HolderElsewhere, _) => &[404],
        _ => return None,
    })
}

/// Whether somebody has no credential for what he asks.
fn lacks(need: Need, relation: Relation) -> bool {
    match relation {
        Relation::Nobody | Relation::Ended => need != Need::Nothing,
        Relation::Holder | Relation::HolderElsewhere => need == Need::Account,
        Relation::Outsider | Relation::OutsiderOfPrivate | Relation::Member | Relation::Unsure => false,
    }
}

impl SimClient {
    /// Whether this is a credential of the member that the client is now.
    pub(super) fn is_own(&self, auth: &Auth) -> bool {
        match auth {
            Auth::Bearer(token) => self.who.token.as_ref() == Some(token),
            Auth::Cookie(cookie) => self.who.cookie.as_ref() == Some(cookie),
            Auth::Nobody => false,
        }
    }

    /// What a client has to do with what it asks about.
    pub(super) fn relation(&self, ask: &ClientRequest) -> Relation {
        let same = |own: &Auth| match (own, &ask.auth) {
            (Auth::Bearer(own), Auth::Bearer(other)) | (Auth::Cookie(own), Auth::Cookie(other)) => own == other,
            _ => false,
        };
        let id = thing(&ask.path);
        if matches!(ask.auth, Auth::Nobody) {
            return Relation::Nobody;
        }
        if self.who.dead.iter().any(same) {
            return Relation::Ended;
        }
        if let Some(seat) = self.seats.iter().find(|seat| same(&seat.auth)) {
            return if Some(seat.table.as_str()) == id { Relation::Holder } else { Relation::HolderElsewhere };
        }
        let own = self.is_own(&ask.auth) && !self.who.unsure;
        let Some(id) = id.filter(|_| own) else { return Relation::Unsure };
        let notes = self.host.notes();
        match notes.private.get(id) {
            Some(readers) if !readers.contains(&self.n) => Relation::OutsiderOfPrivate,
            // Somebody whom this client was before may have been let in.
            Some(_) => Relation::Unsure,
            None if self.who.maybe_staked.contains(id) => Relation::Member,
            None if notes.is_made(id) => Relation::Outsider,
            None => Relation::Unsure,
        }
    }

    /// Whether an answer is one that somebody like this may get.
    pub(super) fn judge_permission(
        &self,
        ask: &ClientRequest,
        sent: &SentState,
        response: &ClientResponse,
    ) -> Result<(), String> {
        let Some(operation) = operation_of(ask.method, &ask.path) else { return Ok(()) };
        let need = need_of(operation).ok_or_else(|| format!("nobody has said what {operation} needs"))?;
        let relation = sent.relation;
        let stage = sent.stage();
        let wrong = |why: &str| Err(format!("{why}: {relation:?}, {stage:?}, {ask:?} {}", response.brief()));
        if let Some(name) = name(relation, stage).filter(|_| thing(&ask.path).is_some_and(|id| id.starts_with("t_"))) {
            self.host.notes().counts.hit_cell(&ASKED, &name);
        }
        let opens = matches!(operation, "issue_token" | "recover" | "messenger_webhook");
        if relation == Relation::Nobody && need == Need::Nothing && response.status == 401 && !opens {
            return wrong("what is open to all wants a credential");
        }
        if !TELLING.contains(&response.status) {
            return Ok(());
        }
        if lacks(need, relation) {
            return wrong("what is not his is granted to nobody, nor is he told of it");
        }
        match may_be_told(operation, relation, stage) {
            Some(statuses) if thing(&ask.path).is_some() && !statuses.contains(&response.status) => {
                wrong("what is his is granted to him, and nothing else")
            }
            Some(_) | None => Ok(()),
        }
    }
}
