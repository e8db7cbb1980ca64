//! Whoever looks around: what has changed of late is asked for in each way in which it is told.

use super::{Generator, RECENT, replay};
use crate::inner::model::Table;
use crate::inner::step::{Cursor, Op};
use crate::inner::world::SimWorld;
use turnstone_service::ids::{GrantId, TableId};
use turnstone_service::record::Player;

impl Generator {
    pub(super) fn look(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        match self.rng.below(10) {
            0 | 1 => Some((who, self.look_at_oneself())),
            2 => Some((who, self.look_at_all(world))),
            3 => self.look_at_a_grant(world),
            4 => self.party_read(world, 0).map(|op| (who, op)),
            _ => self.look_at_a_table(world, who),
        }
    }

    fn look_at_oneself(&mut self) -> Op {
        let limit = self.rng.one(&[1, 2, 50]);
        let looks = [
            Op::MyTables,
            Op::MyTables,
            Op::MyInvitations,
            Op::History { limit, game: None, before: None },
            Op::Ledger { since: None, limit, after: None },
            Op::Me,
            Op::Profile,
            Op::Referral,
            Op::PauseState,
        ];
        self.rng.pick(&looks).cloned().unwrap_or(Op::Me)
    }

    fn look_at_all(&mut self, world: &SimWorld) -> Op {
        let looks = [
            Op::OpenTables { game: None },
            Op::PlayingTables,
            Op::Leaderboard { limit: 20 },
            Op::Daily,
            Op::Agents,
            Op::Duels { limit: 50 },
            self.player(world),
        ];
        self.rng.pick(&looks).cloned().unwrap_or(Op::Daily)
    }

    /// A seat that was handed out, more often than not one that somebody plays for its owner, as the owner is told of it.
    fn look_at_a_grant(&mut self, world: &SimWorld) -> Option<(String, Op)> {
        let is_played = |(_, (id, ..)): &(&u32, &(GrantId, String, TableId))| {
            world.model.grants.get(id).is_some_and(|row| row.claimed.is_some() && !row.ended)
        };
        let played: Vec<u32> = world.known.grants.iter().filter(is_played).map(|(grant, _)| *grant).collect();
        let grant = self.rng.pick(&played).copied().filter(|_| self.rng.percent(75)).or_else(|| self.a_grant(world))?;
        let (_, _, table) = world.known.grants.get(&grant)?;
        let (owner, _) = world.known.requests.get(&grant)?;
        let table = *world.known.numbers.get(table)?;
        Some((owner.clone(), if self.rng.percent(80) { Op::CurrentGrant { table } } else { Op::MyTables }))
    }

    /// One of the newest tables, as somebody is told of it who sits there, or somebody else; more often than not one at
    /// which several members sit.
    fn look_at_a_table(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        let recent = world.known.tables.iter().rev().take(RECENT);
        let recent: Vec<(u32, TableId)> = recent.map(|(n, id)| (*n, *id)).collect();
        let several = |(_, id): &&(u32, TableId)| world.model.tables.get(id).is_some_and(is_among_members);
        let shared: Vec<(u32, TableId)> = recent.iter().filter(several).copied().collect();
        let from = if shared.is_empty() || self.rng.percent(40) { &recent } else { &shared };
        let (table, id) = self.rng.pick(from).copied()?;
        let row = world.model.row(id)?;
        let seated = |name: &&String| {
            let account = world.known.account_of(name);
            account.is_some_and(|account| row.players.contains(&Player::Member(account)))
        };
        let seated: Vec<String> = world.known.people.keys().filter(seated).cloned().collect();
        let who = match self.rng.pick(&seated) {
            Some(seated) if self.rng.percent(70) => seated.clone(),
            _ if self.rng.percent(20) => "stranger".to_owned(),
            _ => who,
        };
        let (events, msgs) = (Cursor::Start, Cursor::Start);
        let looks = [
            Op::Read { table, wait_ms: 0, events, msgs },
            Op::Read { table, wait_ms: 0, events: Cursor::Seen, msgs },
            Op::Card { table },
            Op::Card { table },
            replay(world, table),
            Op::Messages { table, since: Cursor::Start },
            Op::CurrentGrant { table },
            Op::MyTables,
            Op::History { limit: 2, game: None, before: None },
            Op::Ledger { since: None, limit: 2, after: None },
            Op::PlayingTables,
            Op::OpenTables { game: None },
        ];
        Some((who, self.rng.pick(&looks)?.clone()))
    }
}

fn is_among_members(table: &Table) -> bool {
    table.row.players.iter().filter(|player| matches!(player, Player::Member(_))).count() > 1
}
