//! Replay bundles that are made once for all who read them.

use crate::answer::SharedAnswer;
use crate::games::Bundle;
use crate::ids::TableId;
use crate::state::Seal;
use std::collections::VecDeque;

/// Some of the bundles that were made last, by their table and the seal on its seed: they hold nothing else that can
/// change.
#[derive(Default)]
pub(crate) struct Bundles(VecDeque<(TableId, Option<Seal>, SharedAnswer<Bundle>)>);

impl Bundles {
    pub(crate) fn get(&self, table: TableId, seal: Option<Seal>) -> Option<&SharedAnswer<Bundle>> {
        let known = self.0.iter().find(|(other, sealed, _)| (*other, *sealed) == (table, seal));
        known.map(|(_, _, bundle)| bundle)
    }

    pub(crate) fn keep(&mut self, table: TableId, seal: Option<Seal>, bundle: SharedAnswer<Bundle>, most: usize) {
        if self.0.len() >= most {
            self.0.pop_front();
        }
        self.0.push_back((table, seal, bundle));
    }
}
