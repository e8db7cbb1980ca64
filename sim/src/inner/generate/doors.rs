//! Members who come from the messenger, and browsers that are notified.

use super::Generator;
use crate::inner::step::Op;
use crate::inner::world::SimWorld;

/// So many people there are in the messenger, and so many browsers.
const OUTSIDE: u64 = 6;

impl Generator {
    pub(super) fn doors(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        match self.rng.below(12) {
            0 | 1 => self.join_messenger(world, who),
            2 => Some((who, Op::Challenge)),
            3 | 4 => self.link(world, who),
            5 => self.rng.percent(40).then_some((who, Op::Unlink)),
            6 => Some(self.update()),
            7..=9 => Some((who, self.subscribe())),
            10 => Some((who, self.unsubscribe())),
            _ => Some(("stranger".into(), Op::PushKey)),
        }
    }

    /// The proof's age, mostly one that counts; now and then about as much as counts, or of a clock that is ahead.
    fn proof(&mut self, world: &SimWorld) -> (u32, u64) {
        let (settings, now_s) = (&world.settings, world.clock / 1_000);
        let longest_s = self.rng.one(&[settings.max_age_s, settings.in_app_max_age_s]);
        let at_s = match self.rng.below(20) {
            0 => now_s.saturating_sub(5_000),
            1 => (now_s + 1).saturating_sub(longest_s + self.rng.below(3)),
            2 => now_s + 59 + self.rng.below(3),
            3 => now_s + self.rng.one(&[1, 30, 200, 100_000]),
            _ => now_s.saturating_sub(self.rng.below(600)),
        };
        (self.rng.below(OUTSIDE) as u32, at_s)
    }

    pub(super) fn join_messenger(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        let codes: Vec<u32> = world.known.codes.keys().rev().take(6).copied().collect();
        let invite = self.rng.pick(&codes).copied().filter(|_| self.rng.percent(70));
        let (user, at_s) = self.proof(world);
        let handle = self.rng.percent(60).then(|| format!("{who}{}", self.next));
        Some((who, Op::JoinMessenger { invite, handle, user, at_s, forged: self.rng.percent(10) }))
    }

    pub(super) fn link(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        // A state is good once.
        let known = world.known.challenge_of(&who).filter(|_| self.rng.percent(70));
        let Some(challenge) = known else { return Some((who, Op::Challenge)) };
        let (user, at_s) = self.proof(world);
        Some((who, Op::Link { challenge, user, at_s, widget: self.rng.percent(50), forged: self.rng.percent(10) }))
    }

    pub(super) fn update(&mut self) -> (String, Op) {
        (
            "stranger".into(),
            Op::Update { start: self.rng.percent(60), right: self.rng.percent(80), group: self.rng.percent(25) },
        )
    }

    pub(super) fn subscribe(&mut self) -> Op {
        Op::Subscribe { browser: self.rng.below(OUTSIDE) as u32, keys: u32::from(self.rng.percent(15)) }
    }

    pub(super) fn unsubscribe(&mut self) -> Op {
        Op::Unsubscribe { browser: self.rng.below(OUTSIDE) as u32 }
    }
}
