//! Places to wait in: how many polls may be pending of one owner, of all guests and in all.

use super::rates::owner_of;
use crate::inner::judge::{Judge, PendingCounts, PendingRequest, RequestStage};
use crate::prelude::*;

/// How many of all places guests may have.
const fn guest_places(total: u32) -> u32 {
    total * GUEST_PLACES.0 / GUEST_PLACES.1
}

/// Whether no member answers for the caller: there is no account, and no seat that a member has delegated.
pub(super) const fn is_guest(pending: &PendingRequest) -> bool {
    matches!(pending.caller.claims, None | Some(Claims::Seat { grant: None, .. }))
}

impl PendingCounts {
    /// Whether a caller finds no place, of how many, and what that is a premise of.
    pub(super) const fn are_taken(self, is_guest: bool, total: u32) -> (bool, u32, &'static str) {
        if total == 0 || self.all < total {
            let taken = total != 0 && is_guest && self.guests >= guest_places(total);
            return (taken, guest_places(total), "premise: the guests' half of the places was taken");
        }
        (true, total, "premise: all places were taken")
    }
}

impl Judge {
    /// The polls that are pending as seen by a caller.
    pub(super) fn places(&self, caller: &PendingRequest) -> PendingCounts {
        let owner = owner_of(caller);
        let mut places = PendingCounts::default();
        for pending in self.pending.values().filter(|pending| matches!(pending.stage, RequestStage::Parked(_))) {
            places.own += u32::from(owner_of(pending) == owner);
            places.guests += u32::from(is_guest(pending));
            places.all += 1;
        }
        places
    }

    /// After a poll was pending: neither its owner nor the guests nor all together have more places than they may.
    pub(crate) fn check_places(&mut self, id: RequestId) -> CheckResult {
        let pending = &self.pending[&id];
        let (own, total) = (self.settings.long_polls, self.settings.long_polls_total);
        let places = self.places(pending);
        let said = || format!("{} {:?}: {places:?} of {own} and {total}", pending.who, pending.request);
        must(own == 0 || places.own <= own, "a quota holds", said)?;
        must(total == 0 || places.all <= total, "pending polls are limited in total", said)?;
        self.counts.add("premise: the last place of the quota of long-polls", u64::from(places.own == own));
        self.counts.add("premise: the last of all places was taken", u64::from(places.all == total));
        if is_guest(pending) && total != 0 {
            self.counts.hit("premise: a guest found a place to wait");
            must(places.guests <= guest_places(total), "guests have half of the places to wait", said)?;
        }
        Ok(())
    }
}
