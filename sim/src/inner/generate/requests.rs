//! Requests for the clients of the network level.

use super::template::{ANY, operation_of};
use super::{Generator, weighted};
use crate::contract::{edge, fields_of};
use crate::inner::habits::Swarm;
use crate::inner::prelude::*;

/// The caller, the operation, and the fields with their symbols.
pub(crate) type DrawnRequest = (String, &'static str, Fields);

impl Generator {
    /// A generator that draws only named templates.
    pub(crate) fn of_requests(rng: Rng) -> Self {
        let settings = WorldSettings::default();
        Self::new(rng, Swarm { settings, habits: Vec::new(), people: 1, pause_ms: 0 })
    }

    /// The request of a template, as step `n`. `#` stands for `about`.
    pub(crate) fn request(
        &mut self,
        scene: &dyn Scene,
        (n, who): (u32, &str),
        template: &str,
        about: u32,
    ) -> Option<DrawnRequest> {
        self.next = n;
        let (who, what) = self.draw_of(scene, who, template, about)?;
        let What::Ask(operation, fields) = what else { return None };
        Some((who, operation, fields))
    }

    pub(crate) fn any_request(&mut self, scene: &dyn Scene, step: (u32, &str)) -> Option<DrawnRequest> {
        let (_, line) = weighted(&mut self.rng, &ANY, |(weight, _)| *weight);
        self.request(scene, step, line, 0)
    }

    /// Any request of the contract, with one field at the edge of its range. All fields are equally likely.
    pub(crate) fn edge_request(&mut self, scene: &dyn Scene, step: (u32, &str)) -> Option<DrawnRequest> {
        let (_, line) = weighted(&mut self.rng, &ANY, |(_, line)| fields_of(operation_of(line)).len() as u64);
        let (who, operation, fields) = self.request(scene, step, line, 0)?;
        Some((who, operation, edge(operation, fields, &mut self.rng)?))
    }
}
