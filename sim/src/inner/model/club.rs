//! Results of settled tables, computed from the start each time: nets, end cards, histories, standings of parties, the
//! daily challenge, and rewards for invitees.

use crate::inner::model::{Model, is_free};
use crate::inner::prelude::*;
use turnstone_laws::SeatShare;

pub(crate) struct EndedTable {
    game_id: String,
    players: Vec<Player>,
    /// By seat, after rake.
    pub(crate) nets: Vec<i64>,
    winner: Option<Player>,
    /// The players of all seats, the house as `None`.
    roster: BTreeSet<Option<AccountId>>,
    party: Option<PartyId>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    pub(crate) tables: u32,
    pub(crate) net: i64,
    pub(crate) net_at: Millis,
}

/// The standing of a party: net, wins and tables by account, and by game the last winner and the length of the reign.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct PartyStanding {
    pub(crate) rows: BTreeMap<AccountId, (i64, u32, u32)>,
    pub(crate) tables: u32,
    pub(crate) reigns: BTreeMap<String, (AccountId, u32)>,
}

/// All settled tables except practice.
#[derive(Default)]
pub(crate) struct ClubModel {
    pub(crate) ended: BTreeMap<TableId, EndedTable>,
    /// In the order of settlement.
    order: Vec<TableId>,
    standings: BTreeMap<AccountId, Standing>,
}

impl ClubModel {
    pub(crate) fn standing(&self, account: AccountId) -> Standing {
        self.standings.get(&account).copied().unwrap_or_default()
    }

    pub(crate) fn standings(&self) -> impl Iterator<Item = (AccountId, Standing)> {
        self.standings.iter().map(|(id, standing)| (*id, *standing))
    }

    fn in_order(&self) -> impl DoubleEndedIterator<Item = &EndedTable> {
        self.order.iter().map(|id| &self.ended[id])
    }

    /// The end card of a table that was just settled.
    fn card(&self, ended: &EndedTable, titles: &[Option<String>]) -> (Vec<CardSeatRow>, u32, u32) {
        let together: Vec<&EndedTable> = self.in_order().filter(|other| other.roster == ended.roster).collect();
        let seats = ended.players.iter().enumerate().map(|(seat, player)| CardSeatRow {
            net: ended.nets[seat],
            title: titles[seat].clone(),
            roster_net: together.iter().map(|other| other.net_of(*player)).sum(),
        });
        let same_game = together.iter().rev().filter(|other| other.game_id == ended.game_id);
        let reign = same_game.take_while(|other| other.winner.is_some() && other.winner == ended.winner).count();
        (seats.collect(), reign as u32, together.len() as u32)
    }

    pub(crate) fn party_standing(&self, party: PartyId) -> PartyStanding {
        let mut standing = PartyStanding::default();
        for ended in self.in_order().filter(|ended| ended.party == Some(party)) {
            standing.tables += 1;
            let champion = ended.winner.and_then(member);
            for (account, net) in
                ended.players.iter().zip(&ended.nets).filter_map(|(who, net)| Some((member(*who)?, net)))
            {
                let row = standing.rows.entry(account).or_default();
                *row = (row.0 + net, row.1 + u32::from(champion == Some(account)), row.2 + 1);
            }
            let before = standing.reigns.remove(&ended.game_id);
            if let Some(champion) = champion {
                let length = before.filter(|(other, _)| *other == champion).map_or(0, |(_, length)| length);
                standing.reigns.insert(ended.game_id.clone(), (champion, length + 1));
            }
        }
        standing
    }
}

impl EndedTable {
    /// The gain of a player on the table.
    fn net_of(&self, player: Player) -> i64 {
        self.players.iter().zip(&self.nets).filter(|(other, _)| **other == player).map(|(_, net)| net).sum()
    }
}

pub(crate) const fn member(player: Player) -> Option<AccountId> {
    if let Player::Member(account) = player { Some(account) } else { None }
}

/// The only player with the highest positive net, unless it is the house.
fn winner(players: &[Player], nets: &[i64]) -> Option<usize> {
    let best = nets.iter().copied().max().filter(|net| *net > 0)?;
    let seats: Vec<usize> = (0..nets.len()).filter(|seat| nets[*seat] == best).collect();
    (seats.len() == 1 && players[seats[0]] != Player::House).then(|| seats[0])
}

/// The history row of a table for the member in a seat.
fn history_of(table: TableId, row: &TableRow, seat: usize, net: i64, settled_at: Millis) -> HistoryRow {
    HistoryRow {
        table,
        game_id: row.game_id.clone(),
        kind: row.setup.kind.clone(),
        result: match net {
            1.. => MatchResult::Win,
            0 => MatchResult::Draw,
            _ => MatchResult::Loss,
        },
        opponents: opponents(row, seat),
        net,
        settled_at,
        free: if is_free(row) { FreeResult::Draw } else { FreeResult::NotFree },
    }
}

/// The players of the other seats. Without other seats the house banks.
fn opponents(row: &TableRow, seat: usize) -> Vec<Player> {
    let others = row.players.iter().enumerate().filter(|(other, _)| *other != seat);
    let opponents: Vec<Player> = others.map(|(_, other)| *other).collect();
    if opponents.is_empty() { vec![Player::House] } else { opponents }
}

/// The match's own result of a seat, beside the outcome: its title, and its chips that were in no pot, if they are known.
type SeatEnd = (Option<String>, Option<i64>);

impl Model {
    /// A table is settled.
    pub(super) fn end(&mut self, id: TableId) -> CheckResult {
        let unknown = || Violation { rule: "a table that ends exists", seen: id.to_string() };
        let row = self.row(id).cloned().ok_or_else(unknown)?;
        let Status::Settled { end, .. } = &row.status else { return Ok(()) };
        self.count_end(id)?;
        let reported = self.check_outcome(id, end)?;
        let own = |share: SeatShare| (share.title.map(str::to_owned), Some(share.behind));
        let seats = self.judge_end(id)?.map_or(reported, |shares| shares.into_iter().map(own).collect());
        let are_members = row.players.iter().all(|player| member(*player).is_some());
        let between = row.players.len() > 1 && are_members && !row.practice && !is_free(&row);
        let rake = i64::from(self.config.economy.rake_basis_points);
        // The rake is a share of the winner's take from a pot between members, and never more than the gain.
        let taken = |score: i64, behind: i64| ((row.buy_in - behind + score) * rake / 10_000).min(score);
        let net = |(at, (_, behind)): (usize, &SeatEnd)| match (end.outcome[at].score, *behind) {
            (score, Some(behind)) if between && score > 0 && self.live => score - taken(score, behind),
            // A store does not contain the rake of that time.
            (score, _) if between && score > 0 => end.card[at].net,
            (score, _) => score,
        };
        let nets: Vec<i64> = seats.iter().enumerate().map(net).collect();
        let titles: Vec<Option<String>> = seats.into_iter().map(|(title, _)| title).collect();
        let winner = winner(&row.players, &nets);
        must!(end.winner == winner.map(Seat::at), "an end card names its winner", "{id}: {end:?}")?;
        if row.practice || is_free(&row) {
            let mut cards = end.card.iter().zip(&nets).zip(titles);
            let plain = |((card, net), title): ((&CardSeatRow, &i64), Option<String>)| {
                card.net == *net && card.roster_net == 0 && card.title == title
            };
            let bare = end.reign == 0 && end.tables_together == 0;
            must!(cards.all(plain) && bare, "a table without chips does not count for standings", "{id}: {end:?}")?;
            return if row.practice { Ok(()) } else { self.end_free(id, &row, end) };
        }
        let roster: BTreeSet<Option<AccountId>> = row.players.iter().map(|player| member(*player)).collect();
        self.note_house(&row, &nets, end.settled_at.day())?;
        let ended = EndedTable {
            game_id: row.game_id.clone(),
            players: row.players.clone(),
            nets,
            winner: winner.map(|seat| row.players[seat]),
            roster,
            party: row.party,
        };
        self.club.order.push(id);
        self.club.ended.insert(id, ended);
        let ended = &self.club.ended[&id];
        let (card, reign, together) = self.club.card(ended, &titles);
        let same = end.card == card && (end.reign, end.tables_together) == (reign, together);
        must!(same, "an end card reports its roster", "{id}: {end:?}, not {card:?} {reign} {together}")?;
        if reign > 1 {
            self.counts.hit("premise: a reign of several tables");
        }
        if row.party.is_some() {
            self.counts.hit("premise: a party's table was settled");
        }
        self.note_players(id, &row, end)?;
        if let (Some(day), Some(host)) = (row.daily, row.host) {
            self.touched.tries.insert((day, host));
            if end.settled_at >= day.next().start() {
                self.counts.hit("premise: a daily table ended with its day");
            }
        }
        self.touched.parties.extend(row.party);
        Ok(())
    }

    /// A free table counts for ratings, and is in the histories of its members with its result.
    fn end_free(&mut self, id: TableId, row: &TableRow, end: &EndRow) -> CheckResult {
        self.counts.hit("premise: a free table was settled");
        self.rate(id, row, end)?;
        for (seat, player) in row.players.iter().enumerate() {
            let Some(account) = member(*player) else { continue };
            let free = end.outcome[seat].result.into();
            let history = HistoryRow { free, ..history_of(id, row, seat, 0, end.settled_at) };
            self.histories.entry(account).or_default().insert((end.settled_at, id), history);
        }
        Ok(())
    }

    /// The outcome is the board's. Returns the result of each seat. A table without a board was checked while it had
    /// one.
    fn check_outcome(&self, id: TableId, end: &EndRow) -> Result<Vec<SeatEnd>, Violation> {
        let board = self.tables.get(&id).and_then(|table| table.board.as_ref());
        let Some(board) = board else {
            return Ok(end.card.iter().map(|seat| (seat.title.clone(), None)).collect());
        };
        let outcome = board.outcome();
        let same = outcome.as_ref().is_some_and(|outcome| outcome.entries() == end.outcome);
        must!(same, "a table ends as its match does", "{id}: {end:?}, not {outcome:?}")?;
        let seats = outcome.into_iter().flat_map(|outcome| outcome.seats);
        Ok(seats.map(|seat| (seat.title.map(str::to_owned), Some(seat.behind))).collect())
    }

    /// A voided table is in the histories of its members with a net of zero.
    pub(super) fn end_voided(&mut self, id: TableId) -> CheckResult {
        let unknown = || Violation { rule: "a table that ends exists", seen: id.to_string() };
        let row = self.row(id).cloned().ok_or_else(unknown)?;
        let Status::Voided { at, .. } = row.status else { return Ok(()) };
        let newest = self.tables.get(&id).and_then(|table| table.messages.values().next_back());
        let says =
            |body: &Sealed| matches!(body, Sealed::Open(text) if text.contains("void") && text.contains("stakes"));
        let reported =
            newest.is_some_and(|row| row.author.is_none() && row.seat == -1 && row.at == at && says(&row.body));
        must!(reported || !self.live, "a voided table has a message with the reason", "{id}: {newest:?}")?;
        if let (Some(day), Some(host)) = (row.daily, row.host) {
            self.touched.tries.insert((day, host));
        }
        for (seat, player) in row.players.iter().enumerate().filter(|_| !row.practice) {
            let Some(account) = member(*player) else { continue };
            self.histories.entry(account).or_default().insert((at, id), history_of(id, &row, seat, 0, at));
        }
        Ok(())
    }

    /// The effects of a settled table on its members.
    fn note_players(&mut self, id: TableId, row: &TableRow, end: &EndRow) -> CheckResult {
        self.rate(id, row, end)?;
        let (scores, nets) = (end.outcome.iter().map(|entry| entry.score), self.club.ended[&id].nets.clone());
        let counted = self.counted(id, row, (&scores.collect::<Vec<_>>(), &nets), end.settled_at)?;
        for (seat, player) in row.players.iter().enumerate() {
            let Some(account) = member(*player) else { continue };
            let net = self.club.ended[&id].nets[seat];
            let history = history_of(id, row, seat, net, end.settled_at);
            self.histories.entry(account).or_default().insert((end.settled_at, id), history);
            let before = self.club.standing(account).tables;
            let (counted, all_counts) = counted[seat];
            let standing = self.club.standings.entry(account).or_default();
            standing.tables += 1;
            if counted != 0 || standing.tables == 1 {
                standing.net += counted;
                standing.net_at = end.settled_at;
            }
            let tables = standing.tables;
            self.note_week(account, counted, end.settled_at);
            if !self.live {
                continue;
            }
            if all_counts && self.rewarding(account, tables) == REWARDED_TABLES {
                self.expect_reward(account)?;
            }
            let referred = self.accounts.get(&account).is_some_and(|row| row.referrer.is_some());
            if !all_counts && referred && self.rewarding(account, before) < REWARDED_TABLES {
                *self.kin.noted.entry(account).or_default() += 1;
            }
        }
        Ok(())
    }

    /// An invitee has settled the fifth table: the inviter gets the reward, unless erased or at the cap.
    fn expect_reward(&mut self, invitee: AccountId) -> CheckResult {
        let Some(referrer) = self.accounts.get(&invitee).and_then(|row| row.referrer) else { return Ok(()) };
        let cap = self.config.economy.referral_cap;
        let paid = self.chips.unexplained.iter().position(|account| *account == referrer);
        let waiting = self.chips.unexplained.iter().filter(|account| **account == referrer).count() as u32;
        let before = self.chips.rewards.get(&referrer).copied().unwrap_or_default() - waiting;
        // A reward of zero chips is not paid.
        let full = (cap != 0 && before >= cap) || self.config.economy.referral_reward == 0;
        let gone = self.accounts.get(&referrer).is_none_or(|row| row.slot.is_none()) || self.is_frozen(referrer);
        if let Some(at) = paid {
            self.chips.unexplained.remove(at);
        }
        self.counts.add("premise: a referral reward was paid", u64::from(!full && !gone));
        // If the referrer is erased in the same step, both results are valid.
        let right = match (full, gone) {
            (true, _) => paid.is_none(),
            (false, true) => paid.is_none() || self.touched.erased.contains(&referrer),
            (false, false) => paid.is_some(),
        };
        must!(right, "a referral is rewarded once", "{referrer} for {invitee}, {before} before, paid {paid:?}")
    }

    /// A party's standing matches its tables.
    pub(crate) fn check_party(&self, party: PartyId) -> CheckResult {
        let Some(row) = self.parties.get(&party) else { return Ok(()) };
        let has = PartyStanding {
            rows: row.standing.iter().map(|(id, net, wins, played)| (*id, (*net, *wins, *played))).collect(),
            tables: row.tables_together,
            reigns: row.reigns.iter().map(|(game, champion, length)| (game.clone(), (*champion, *length))).collect(),
        };
        let wants = self.club.party_standing(party);
        must!(has == wants, "a party's standing matches its tables", "{party}: {has:?}, not {wants:?}")?;
        let points = self.party_tables.get(&party).copied().flatten();
        let said = || format!("{party}: {:?}, not {points:?}", row.current_table);
        must(row.current_table == points, "a party points at its newest table", said)
    }

    /// A daily try refers to the member's daily table and has its result.
    pub(crate) fn check_tries(&mut self) -> CheckResult {
        for (day, host) in std::mem::take(&mut self.touched.tries) {
            let table = self.daily_tables.get(&(DayName { day, era: self.fairness.era() }, host)).copied();
            let tried = self.try_of(day, host);
            // Days before yesterday are removed, some of their tries earlier than others.
            if !self.days.contains_key(&day) || day.0 + 1 < self.latest.day().0 {
                continue;
            }
            let said = || format!("{host} on {day}: {tried:?}, table {table:?}");
            must(tried.map(|tried| tried.table) == table, "one try a day", said)?;
            let row = table.and_then(|table| self.row(table));
            let end = row.and_then(|row| match &row.status {
                Status::Settled { end, .. } => Some(DailyEndRow {
                    result: end.outcome[0].result,
                    score: end.outcome[0].score,
                    plies: self.plies_of(table?),
                    settled_at: end.settled_at,
                }),
                _ => None,
            });
            must(tried.and_then(|tried| tried.end) == end, "a daily try ends as its table", said)?;
        }
        Ok(())
    }
}
