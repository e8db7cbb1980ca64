//! Replay bundles that are made once for all who read them.

use crate::answer::SharedAnswer;
use crate::games::Bundle;
use crate::ids::TableId;
use crate::time::Millis;
use std::collections::VecDeque;

/// So many of the bundles that were made last are kept.
const BUNDLES_KEPT: usize = 64;

/// The bundles that were made last, by their table and until when its seed is sealed: they hold nothing else that can
/// change.
#[derive(Default)]
pub(crate) struct Bundles(VecDeque<(TableId, Option<Millis>, SharedAnswer<Bundle>)>);

impl Bundles {
    pub(crate) fn get(&self, table: TableId, sealed_until: Option<Millis>) -> Option<&SharedAnswer<Bundle>> {
        let known = self.0.iter().find(|(other, until, _)| (*other, *until) == (table, sealed_until));
        known.map(|(_, _, bundle)| bundle)
    }

    pub(crate) fn keep(&mut self, table: TableId, sealed_until: Option<Millis>, bundle: SharedAnswer<Bundle>) {
        if self.0.len() == BUNDLES_KEPT {
            self.0.pop_front();
        }
        self.0.push_back((table, sealed_until, bundle));
    }
}
