//! Members: how they come, sign in, and look at what is theirs.

use super::Generator;
use crate::inner::step::Op;
use crate::inner::world::SimWorld;
use crate::rng::Rng;
use turnstone_service::games::SHIPPED;
use turnstone_service::request::Request;

/// Handles that nobody can have.
pub(super) const NEVER: [&str; 6] = ["house", "GUEST", "gone-00000000", "1ada", "a b c", "me"];

impl Generator {
    /// Somebody without a token gets one before anything else, as a rule: by his recovery code, or as a new member.
    pub(super) fn sign_in(&mut self, world: &SimWorld, who: &str) -> Option<(String, Op)> {
        let outside = who.contains(['/', '+']) || who == "stranger" || world.known.seats.contains_key(who);
        if outside || world.known.account_of(who).is_some() || self.rng.percent(30) {
            return None;
        }
        let code = world.known.people.get(who).is_some_and(|person| person.code.is_some());
        let waits = world.pending.values().any(|pending| pending.who == who);
        match (code, waits) {
            (_, true) => Some(("world".into(), Op::Round)),
            (true, false) => Some((who.to_owned(), Op::Token { wrong: self.rng.percent(10) })),
            (false, false) => self.join(world, who.to_owned()),
        }
    }

    pub(super) fn join(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        let codes: Vec<u32> = world.known.codes.keys().rev().take(12).copied().collect();
        let waits = world.pending.values().any(|pending| pending.who == "operator");
        if waits && codes.is_empty() {
            return Some(("world".into(), Op::Round));
        }
        if codes.is_empty() || self.rng.percent(4) {
            let rng = &mut self.rng;
            let expires_in_s = rng.percent(20).then(|| rng.between(1, 3_600));
            let order = Op::Invite {
                uses: if rng.percent(30) { rng.below(2) as u32 } else { rng.between(1, 20) as u32 },
                expires_in_s,
                test: rng.percent(15),
            };
            return Some(("operator".into(), order));
        }
        let person = world.known.people.get(&who);
        let has_account = person.is_some_and(|person| person.code.is_some() || person.token.is_some());
        if has_account && self.rng.percent(90) {
            return None;
        }
        let referrals = codes.iter().filter(|code| {
            world.known.requests.get(code).is_some_and(|(_, request)| matches!(request, Request::Referral))
        });
        let referrals: Vec<u32> = referrals.copied().collect();
        let invite = match self.rng.pick(&referrals) {
            Some(invite) if self.rng.percent(60) => *invite,
            Some(_) | None => self.rng.one(&codes),
        };
        let taken = self.rng.percent(10);
        let handle = if taken { self.a_handle(world) } else { format!("{who}{}", self.next) };
        Some((who, Op::Join { invite, handle }))
    }

    pub(super) fn credential(&mut self, world: &SimWorld, who: &str) -> Option<Op> {
        let person = world.known.people.get(who)?;
        let wrong = self.rng.percent(25);
        if person.token.is_none() {
            return Some(if self.rng.percent(50) { Op::Token { wrong } } else { Op::Recover { wrong } });
        }
        Some(match self.rng.below(6) {
            0 | 1 => Op::Rotate { wrong },
            2 | 3 => Op::Token { wrong },
            4 => Op::Recover { wrong },
            _ => Op::Me,
        })
    }

    pub(super) fn profile(&mut self, world: &SimWorld) -> Op {
        match self.rng.below(3) {
            0 => Op::Profile,
            1 => self.edit_profile(),
            _ => self.player(world),
        }
    }

    pub(super) fn edit_profile(&mut self) -> Op {
        let rng = &mut self.rng;
        let bio = |rng: &mut Rng| if rng.percent(20) { String::new() } else { format!("bio {}", rng.below(99)) };
        Op::EditProfile {
            bio: rng.percent(60).then(|| bio(rng)),
            avatar: rng.percent(30).then(|| "https://pictures.example/a.png".into()),
            show: rng.percent(30).then_some(true),
        }
    }

    pub(super) fn player(&mut self, world: &SimWorld) -> Op {
        let handles: Vec<&String> = world.known.people.values().map(|person| &person.handle).collect();
        Op::Player { handle: self.rng.pick(&handles).map_or_else(|| "nobody".into(), |handle| (*handle).clone()) }
    }

    pub(super) fn list(&mut self, world: &SimWorld, who: &str) -> Op {
        let rng = &mut self.rng;
        let limit = rng.one(&[1, 2, 3, 10, 50]);
        let goes_on = rng.percent(70);
        let page = |history: bool| world.known.page_of(who, history).filter(|_| goes_on);
        let game = rng.percent(30).then(|| {
            SHIPPED
                .games()
                .nth(rng.below(SHIPPED.games().count() as u64) as usize)
                .map_or("none", |rules| rules.about().id)
                .to_owned()
        });
        match rng.below(17) {
            0 => Op::Me,
            1 => Op::MyTables,
            2 => Op::MyInvitations,
            3 => Op::History { limit, game, before: page(true) },
            12..14 => Op::History { limit, game: None, before: page(true) },
            4 | 5 => Op::Ledger { since: rng.percent(50).then(|| rng.below(20)), limit, after: page(false) },
            6 => Op::OpenTables { game: game.map(|game| waiting_game(world).unwrap_or(game)) },
            7 => Op::PlayingTables,
            8 | 14 => Op::Leaderboard { limit: rng.between(1, 20) as usize },
            9 => Op::Games,
            10 => Op::Deployment,
            11 => Op::Unreadable,
            _ => Op::PauseState,
        }
    }
}

/// The game of the newest table that waits: who asks for one is to find something.
fn waiting_game(world: &SimWorld) -> Option<String> {
    let mut waiting = world.model.tables.values().rev().filter(|table| table.is_waiting());
    waiting.next().map(|table| table.row.game_id.clone())
}
