//! Tickets of the queue, with indexes of those that wait.

use crate::ids::{AccountId, TicketId};
use crate::record::{QueueSort, TicketRow, TicketStage};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// How long a ticket can be read after its end, in seconds.
const KEPT_S: u64 = 3600;
/// The rating of a member without one, where ratings are compared.
const NO_RATING: u16 = 1500;

/// All tickets. Ids sort by the time of creation, so the lowest of several has waited for the longest time.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct Queue {
    tickets: BTreeMap<TicketId, TicketRow>,
    /// Those that wait, by member and kind.
    waiting: BTreeMap<(AccountId, String), TicketId>,
    /// The same by what they wait for, with their ratings.
    by_sort: BTreeMap<QueueSort, BTreeSet<(u16, TicketId)>>,
}

impl TicketRow {
    /// The rating for comparisons, in whole points.
    pub(crate) fn compared_rating(&self) -> u16 {
        self.rating.unwrap_or(NO_RATING)
    }

    /// When it is forgotten, if it has ended.
    fn forgotten_at(&self) -> Option<Millis> {
        match self.stage {
            TicketStage::Waiting => None,
            TicketStage::Matched { at, .. } | TicketStage::Ended { at, .. } => Some(at.plus_s(KEPT_S)),
        }
    }
}

impl Queue {
    pub(super) fn put(&mut self, id: TicketId, row: &TicketRow, timers: &mut Timers) {
        self.remove(id, timers);
        if row.waits() {
            self.waiting.insert((row.account, row.sort.kind.clone()), id);
            self.by_sort.entry(row.sort.clone()).or_default().insert((row.compared_rating(), id));
        }
        if let Some(at) = row.forgotten_at() {
            timers.set(at, Timer::TicketForgotten(id));
        }
        self.tickets.insert(id, row.clone());
    }

    pub(super) fn remove(&mut self, id: TicketId, timers: &mut Timers) {
        let Some(row) = self.tickets.remove(&id) else { return };
        if let Some(at) = row.forgotten_at() {
            timers.cancel(at, Timer::TicketForgotten(id));
        }
        if !row.waits() {
            return;
        }
        // A follower may have the next ticket for the kind before this one's end.
        let place = (row.account, row.sort.kind.clone());
        if self.waiting.get(&place) == Some(&id) {
            self.waiting.remove(&place);
        }
        if let Some(same) = self.by_sort.get_mut(&row.sort) {
            same.remove(&(row.compared_rating(), id));
            if same.is_empty() {
                self.by_sort.remove(&row.sort);
            }
        }
    }

    pub(crate) fn get(&self, id: TicketId) -> Option<&TicketRow> {
        self.tickets.get(&id)
    }

    /// All that wait, those of each member together.
    pub(crate) fn waiting(&self) -> impl ExactSizeIterator<Item = TicketId> {
        self.waiting.values().copied()
    }

    /// Those of a member that wait, by kind.
    pub(crate) fn waiting_of(&self, account: AccountId) -> impl Iterator<Item = TicketId> {
        let own = self.waiting.range((account, String::new())..);
        own.take_while(move |((of, _), _)| *of == account).map(|(_, id)| *id)
    }

    /// The one of a member that waits for a kind.
    pub(crate) fn waiting_for(&self, account: AccountId, kind: &str) -> Option<TicketId> {
        self.waiting.get(&(account, kind.to_owned())).copied()
    }

    /// What members wait for.
    pub(crate) fn sorts(&self) -> impl Iterator<Item = &QueueSort> {
        self.by_sort.keys()
    }

    /// Those of a sort, the longest-waiting first.
    pub(crate) fn of_sort(&self, sort: &QueueSort) -> BTreeSet<TicketId> {
        self.by_sort.get(sort).into_iter().flatten().map(|(_, id)| *id).collect()
    }

    /// The others of a ticket's sort, the nearest in rating first, of equally near ones the longest-waiting; at most
    /// `most` of them.
    pub(crate) fn nearest(&self, id: TicketId, most: usize) -> Vec<(u16, TicketId)> {
        let Some(row) = self.get(id) else { return Vec::new() };
        let (rating, same) = (row.compared_rating(), self.by_sort.get(&row.sort));
        let below = same.into_iter().flat_map(|same| same.range(..(rating, TicketId(0))).rev().take(most));
        let above = same.into_iter().flat_map(|same| same.range((rating, TicketId(0))..).take(most + 1));
        let others = below.chain(above).filter(|(_, other)| *other != id);
        let mut others: Vec<(u16, TicketId)> = others.map(|(other, id)| (other.abs_diff(rating), *id)).collect();
        others.sort_unstable();
        others.truncate(most);
        others
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{Fallback, Opponents};

    fn row(account: u128, rating: Option<u16>) -> TicketRow {
        TicketRow {
            account: AccountId(account),
            sort: QueueSort { kind: "mancala-vs-house".into(), stake: 0, seats: 2, rated: true },
            opponents: Opponents::Any,
            fallback: Fallback::None,
            client_ref: String::new(),
            client_seed: None,
            by_model: false,
            rating,
            created_at: Millis(7),
            stage: TicketStage::Waiting,
        }
    }

    #[test]
    fn finds_the_nearest_ratings() {
        let (mut queue, mut timers) = (Queue::default(), Timers::default());
        for (id, rating) in [(1, Some(1400)), (2, None), (3, Some(1510)), (4, Some(1490)), (5, Some(2000))] {
            queue.put(TicketId(id), &row(id, rating), &mut timers);
        }
        let nearest = |most| queue.nearest(TicketId(2), most);
        assert_eq!(nearest(4), [(10, TicketId(3)), (10, TicketId(4)), (100, TicketId(1)), (500, TicketId(5))]);
        assert_eq!(nearest(1), [(10, TicketId(3))]);
    }

    #[test]
    fn the_end_of_a_replaced_ticket_can_come_after_the_next_one() {
        let (mut queue, mut timers) = (Queue::default(), Timers::default());
        let waiting = row(1, None);
        queue.put(TicketId(2), &waiting, &mut timers);
        queue.put(TicketId(1), &waiting, &mut timers);
        let stage = TicketStage::Ended { reason: crate::answer::TicketEnd::Replaced, at: Millis(1000) };
        queue.put(TicketId(2), &TicketRow { stage, ..waiting }, &mut timers);
        assert_eq!(queue.waiting_for(AccountId(1), "mancala-vs-house"), Some(TicketId(1)));
    }

    #[test]
    fn forgets_an_ended_ticket_after_an_hour() {
        let (mut queue, mut timers) = (Queue::default(), Timers::default());
        let (id, waiting) = (TicketId(1), row(1, None));
        queue.put(id, &waiting, &mut timers);
        assert_eq!(queue.waiting_for(AccountId(1), "mancala-vs-house"), Some(id));
        let stage = TicketStage::Ended { reason: crate::answer::TicketEnd::Left, at: Millis(1000) };
        queue.put(id, &TicketRow { stage, ..waiting }, &mut timers);
        assert_eq!((queue.waiting().len(), queue.sorts().count()), (0, 0));
        assert_eq!(timers.next().map(|due| due.at), Some(Millis(3_601_000)));
        queue.remove(id, &mut timers);
        assert_eq!((queue, timers.next()), (Queue::default(), None));
    }
}
