//! Accounts of one tree: relations, established members, and results between related accounts. Everything is
//! derived from the rows each time.

use crate::inner::model::Model;
use crate::inner::prelude::*;

/// Uncounted results by the records, and those of the current batch.
#[derive(Default)]
pub(crate) struct Kin {
    pub(super) tables: BTreeMap<TableId, Vec<UncountedSeatRow>>,
    pub(super) duels: BTreeSet<DuelId>,
    /// Tables of referred members that count for no reward.
    pub(super) noted: BTreeMap<AccountId, u32>,
    /// Tables of this batch that are not settled yet.
    pub(super) unsettled: BTreeSet<TableId>,
    /// Legs that were settled in this batch, and whether they count.
    legs: BTreeMap<TableId, bool>,
    /// Ranked duels that ended in this batch, and whether their owners' results counted before.
    pub(super) ended: Vec<(DuelId, TableId, bool)>,
}

impl Model {
    /// The ancestor of an account that an operator's invitation admitted.
    pub(super) fn root_of(&self, account: AccountId) -> AccountId {
        let mut root = account;
        while let Some(referrer) = self.accounts.get(&root).and_then(|row| row.referrer) {
            root = referrer;
        }
        root
    }

    /// Settled tables that a member still needs to be established.
    pub(crate) fn tables_needed(&self, account: AccountId) -> u32 {
        self.config.economy.established_tables.saturating_sub(self.club.standing(account).tables)
    }

    /// When a member has been a member for long enough to be established.
    pub(crate) fn stayed_at(&self, account: AccountId) -> Millis {
        let joined = self.accounts.get(&account).map_or(Millis(0), |row| row.joined_at);
        joined.plus_s(u64::from(self.config.economy.established_days) * DAY_S)
    }

    pub(crate) fn is_established(&self, account: AccountId, now: Millis) -> bool {
        self.tables_needed(account) == 0 && now >= self.stayed_at(account)
    }

    /// The remaining room in a member's tree.
    pub(crate) fn tree_room(&self, account: AccountId) -> Option<u32> {
        let bound = self.config.economy.referral_tree;
        let root = self.root_of(account);
        let size = self.accounts.keys().filter(|id| self.root_of(**id) == root).count() as u32;
        (bound > 0).then(|| bound.saturating_sub(size))
    }

    /// How many members a member's code can still admit before the member is established.
    fn early_uses_left(&self, owner: AccountId) -> u32 {
        let Some(row) = self.accounts.get(&owner) else { return 0 };
        let invited = row.referral.map_or(0, |referral| referral.invited);
        if row.came_early { 0 } else { self.config.economy.early_uses.saturating_sub(invited) }
    }

    /// How many members can join with a referral code at this time.
    pub(crate) fn code_uses(&self, owner: AccountId, row: &InvitationRow, now: Millis) -> u32 {
        let left = if self.is_established(owner, now) { u32::MAX } else { self.early_uses_left(owner) };
        self.tree_room(owner).unwrap_or(u32::MAX).min(row.uses_left).min(left)
    }

    /// A new member joined with a referral code: its owner could admit members, and the tree had room.
    pub(super) fn check_referred(&mut self, id: AccountId, referrer: AccountId) -> CheckResult {
        let established = self.is_established(referrer, self.latest);
        let room = self.tree_room(referrer);
        let early = self.early_uses_left(referrer);
        if self.config.economy.established_tables > 0 {
            self.counts.add("premise: an established member's code admitted a member", established.into());
            self.counts.add("premise: a member's code admitted a member early", (!established).into());
        }
        let said = || format!("{id} by {referrer}: established {established}, {early} early uses, room {room:?}");
        let admits = (established || early > 0) && room != Some(0);
        must(admits, "a referral code needs an owner who may admit members and room in the tree", said)
    }

    fn kin_of(&self, one: Player, other: Player) -> Option<[AccountId; 2]> {
        let (Player::Member(one), Player::Member(other)) = (one, other) else { return None };
        // One invitation of the operator may have admitted several roots.
        let roots = [one, other].map(|account| self.root_of(account));
        let by = roots.map(|root| self.accounts.get(&root).and_then(|row| row.invitation));
        let are_kin = roots[0] == roots[1] || by[0].is_some() && by[0] == by[1];
        (one != other && are_kin).then_some([one, other])
    }

    /// The counted net of each seat, from the gains and losses between its player and the others; `None` if the whole
    /// net counts.
    fn should_count(&mut self, row: &TableRow, scores: &[i64], nets: &[i64], now: Millis) -> Vec<Option<i64>> {
        let mut should = Vec::new();
        for (seat, player) in row.players.iter().enumerate() {
            let (mut whole, mut part, mut strange) = (0_i128, 0_i128, false);
            for (other, opponent) in row.players.iter().enumerate() {
                let kin = self.kin_of(*player, *opponent);
                let discounted = kin.is_some_and(|kin| kin.iter().any(|id| !self.is_established(*id, now)));
                if kin.is_some() && !discounted && self.config.economy.established_tables > 0 {
                    self.counts.hit("premise: results between established related accounts counted");
                }
                strange |= discounted;
                // Between a winner and a loser, weighted by the other's score.
                if scores[seat] * scores[other] < 0 {
                    let weight = i128::from(scores[other]).abs();
                    whole += weight;
                    part += if discounted { 0 } else { weight };
                }
            }
            should.push(strange.then(|| {
                let net = i128::from(nets[seat]);
                let (gain, remainder) = if whole == 0 { (net, 0) } else { (net * part / whole, net * part % whole) };
                (gain - i128::from(remainder < 0)) as i64
            }));
        }
        should
    }

    /// A table is settled: the counted net of each seat, and whether all of it counts. The record must agree.
    pub(super) fn counted(
        &mut self,
        id: TableId,
        row: &TableRow,
        (scores, nets): (&[i64], &[i64]),
        now: Millis,
    ) -> Result<Vec<(i64, bool)>, Violation> {
        self.kin.unsettled.remove(&id);
        let reported = self.kin.tables.get(&id).cloned().unwrap_or_default();
        if self.live {
            let should = self.should_count(row, scores, nets, now);
            let discounts = should.iter().enumerate().filter_map(|(seat, counted)| {
                Some(UncountedSeatRow { seat: Seat::at(seat), chips: nets[seat] - (*counted)? })
            });
            let discounts: Vec<UncountedSeatRow> = discounts.collect();
            let said = || format!("{id}: {reported:?}, not {discounts:?} of {nets:?}");
            must(reported == discounts, "results between related accounts count only if both are established", said)?;
            let partly = discounts.iter().any(|seat| seat.chips != 0 && seat.chips != nets[seat.seat.index()]);
            self.counts.add("premise: related and other accounts won from each other", partly.into());
            let some = !discounts.is_empty();
            self.counts.add("premise: results between related accounts did not count", some.into());
            if row.setup.kind.is_none() {
                self.kin.legs.insert(id, discounts.is_empty());
            }
        }
        let of_seat = |seat: usize| reported.iter().find(|row| row.seat.index() == seat);
        let counted = |seat: usize| (nets[seat] - of_seat(seat).map_or(0, |row| row.chips), of_seat(seat).is_none());
        Ok((0..nets.len()).map(counted).collect())
    }

    /// Settled tables of an invitee that count for a reward.
    pub(super) fn rewarding(&self, account: AccountId, settled: u32) -> u32 {
        settled.saturating_sub(self.kin.noted.get(&account).copied().unwrap_or_default())
    }

    pub(super) fn owners_count(&self, row: &DuelRow, now: Millis) -> bool {
        let player = |side: usize| row.sides[side].owner.map_or(Player::House, Player::Member);
        let kin = self.kin_of(player(0), player(1));
        kin.is_none_or(|kin| kin.iter().all(|id| self.is_established(*id, now)))
    }

    /// Whether a duel does not count for its agents.
    pub(crate) fn is_uncounted(&self, id: DuelId) -> bool {
        self.kin.duels.contains(&id)
    }

    /// After a batch: a duel counts if its last leg did. Without a leg it counts if its owners' results did; if that
    /// changed within the batch, both results are valid.
    pub(super) fn check_kin(&mut self) -> CheckResult {
        for (id, last, began) in std::mem::take(&mut self.kin.ended) {
            let Some(row) = self.duels.get(&id) else { continue };
            let ends = self.owners_count(row, self.latest);
            let should = self.kin.legs.get(&last).copied().or_else(|| (began == ends).then_some(ends));
            let counted = !self.is_uncounted(id);
            self.counts.add("premise: a duel between related accounts did not count", u64::from(!counted));
            let (right, said) = (should.is_none_or(|should| should == counted), || format!("{id}: counted {counted}"));
            must(right, "a duel between related accounts counts only if both are established", said)?;
        }
        self.kin.legs.clear();
        let unsettled = std::mem::take(&mut self.kin.unsettled);
        must!(unsettled.is_empty() || !self.live, "only a settled table has uncounted seats", "{unsettled:?}")
    }
}
