//! What becomes of a store of which a part does not read: of duels that run, of members, of what operators did.

use std::collections::BTreeMap;
use turnstone_service::ids::TableId;
use turnstone_service::record::{
    AuditRow, AuditedAct, BalanceRow, Key, LedgerAccount, Player, Record, SanctionRow, Status,
};
use turnstone_service::repair::repair;
use turnstone_service::time::Millis;
use turnstone_storage_conformance::samples::{account, every_record};

/// The sample duel, whose second leg is being played, with what there is of its table.
fn store(with_duel: bool) -> (BTreeMap<Key, Record>, TableId) {
    let mut records: BTreeMap<Key, Record> = every_record().into_iter().map(|record| (record.key(), record)).collect();
    let running = |record: &&Record| matches!(record, Record::Duel(..));
    let Some(Record::Duel(duel, _)) = records.values().find(running).cloned() else { panic!("there is a sample") };
    let waiting =
        |record: &&Record| matches!(record, Record::Table(_, row) if matches!(row.status, Status::Waiting { .. }));
    let Some(Record::Table(_, mut row)) = records.values().find(waiting).cloned() else { panic!("there is a sample") };
    row.setup.kind = None;
    row.players = vec![Player::House, Player::Member(account(1))];
    (row.buy_in, row.practice) = (10, false);
    row.status = Status::Playing { started_at: row.created_at };
    let leg = TableId::of_leg(duel, 2);
    records.retain(|key, _| matches!(key, Key::Account(_) | Key::Duel(_)));
    if !with_duel {
        records.remove(&Key::Duel(duel));
    }
    let balance =
        Record::Balance(LedgerAccount::Member(account(1)), BalanceRow { balance: 970, ..BalanceRow::default() });
    records.insert(balance.key(), balance);
    records.insert(Key::Table(leg), Record::Table(leg, row));
    (records, leg)
}

fn balance(records: &BTreeMap<Key, Record>, account: LedgerAccount) -> i64 {
    match records.get(&Key::Balance(account)) {
        Some(Record::Balance(_, row)) => row.balance,
        Some(_) | None => 0,
    }
}

fn mended(with_duel: bool) -> (BTreeMap<Key, Record>, TableId, Vec<String>) {
    let ((mut records, leg), mut reported) = (store(with_duel), Vec::new());
    repair(&mut records, &|_| false, &|row| row.slot.is_none_or(|slot| slot == 0), &mut reported);
    (records, leg, reported)
}

#[test]
fn a_leg_stays_with_its_duel_and_both_stakes_are_held() {
    let (records, leg, _) = mended(true);
    assert!(records.contains_key(&Key::Table(leg)));
    // Two stakes at the table, and two for the leg to come.
    assert_eq!(balance(&records, LedgerAccount::Held), 40);
}

#[test]
fn a_leg_without_its_duel_is_refunded() {
    let before = balance(&mended(true).0, LedgerAccount::Member(account(1)));
    let (records, leg, reported) = mended(false);
    assert!(!records.contains_key(&Key::Table(leg)), "a leg that is never continued is removed");
    assert_eq!(balance(&records, LedgerAccount::Member(account(1))), before + 10);
    assert_eq!(balance(&records, LedgerAccount::Held), 0);
    assert!(
        reported.iter().any(|line| line.contains("or its duel does not") && line.contains("20 chips")),
        "{reported:?}"
    );
}

#[test]
fn a_member_whose_key_was_reassigned_is_erased() {
    let member =
        every_record().into_iter().find(|record| matches!(record, Record::Account(_, row) if row.slot.is_some()));
    let Some(Record::Account(id, row)) = member else { panic!("there is a sample") };
    for opens in [true, false] {
        let mut records = BTreeMap::from([(Key::Account(id), Record::Account(id, row.clone()))]);
        let mut reported = Vec::new();
        repair(&mut records, &|_| false, &|_| opens, &mut reported);
        let Some(Record::Account(_, kept)) = records.get(&Key::Account(id)) else { panic!("it is named") };
        assert_eq!(kept.slot.is_some(), opens);
        assert_eq!(
            reported.iter().any(|line| line.starts_with(&format!("{id} does not read: it is a shell now"))),
            !opens,
            "{reported:?}"
        );
    }
}

/// The acts of operators that read, and the number of the newest as it was stored: what that is once it is mended, and
/// what is told.
fn mended_audit(acts: &[u64], head: Option<u64>) -> (Option<u64>, Vec<String>) {
    let row = AuditRow { at: Millis(1), by: "mia".into(), act: AuditedAct::Unfrozen(account(1)), reason: None };
    let acts = acts.iter().map(|id| Record::Audit(*id, row.clone()));
    let all: BTreeMap<Key, Record> =
        acts.chain(head.map(Record::AuditHead)).map(|record| (record.key(), record)).collect();
    let (mut records, mut reported) = (all.clone(), Vec::new());
    repair(&mut records, &|_| false, &|_| true, &mut reported);
    assert!(all.keys().all(|key| records.contains_key(key)), "no act is left out");
    let head = records.get(&Key::AuditHead);
    (head.map(|head| if let Record::AuditHead(id) = head { *id } else { panic!("it is no number") }), reported)
}

#[test]
fn unreadable_acts_are_listed_and_no_number_is_reused() {
    let lacks = |first: u64, last: u64| vec![format!("the audit lacks its acts {first} to {last}")];
    assert_eq!(mended_audit(&[], None), (None, vec![]));
    assert_eq!(mended_audit(&[1, 2, 3], Some(3)), (Some(3), vec![]));
    assert_eq!(mended_audit(&[1, 4], Some(4)), (Some(4), lacks(2, 3)));
    assert_eq!(mended_audit(&[3], Some(3)), (Some(3), lacks(1, 2)));
    assert_eq!(mended_audit(&[1], Some(3)), (Some(3), lacks(2, 3)), "the next act is the fourth");
    assert_eq!(mended_audit(&[1, 2, 3], Some(1)), (Some(3), vec![]), "an older row of the number");
    assert_eq!(mended_audit(&[1, 2], None), (Some(2), vec![]), "none");
}

#[test]
fn sanctions_are_removed_with_their_member() {
    let member =
        every_record().into_iter().find(|record| matches!(record, Record::Account(_, row) if row.slot.is_some()));
    let Some(Record::Account(id, mut row)) = member else { panic!("there is a sample") };
    row.referrer = None;
    let frozen = Record::Sanction(id, SanctionRow { frozen_at: Some(Millis(1)), ..SanctionRow::default() });
    for (account, opens, stays) in [(Some(&row), true, true), (Some(&row), false, false), (None, true, false)] {
        let account = account.map(|row| Record::Account(id, row.clone()));
        let mut records: BTreeMap<Key, Record> =
            account.into_iter().chain([frozen.clone()]).map(|record| (record.key(), record)).collect();
        let mut reported = Vec::new();
        repair(&mut records, &|_| false, &|_| opens, &mut reported);
        assert_eq!((records.contains_key(&Key::Sanction(id)), reported.is_empty()), (stays, stays), "{reported:?}");
    }
}

#[test]
fn a_table_that_is_older_than_its_log_is_left_out() {
    let sample = |wanted: fn(&Record) -> bool| {
        let found = every_record().into_iter().find(wanted);
        found.expect("there is a sample")
    };
    let waiting =
        sample(|record| matches!(record, Record::Table(_, row) if matches!(row.status, Status::Waiting { .. })));
    let Record::Table(table, _) = waiting else { panic!("it is one") };
    let Record::Ply(_, at, ply) = sample(|record| matches!(record, Record::Ply(_, 0, _))) else { panic!("it is one") };
    for logged in [false, true] {
        let mut records = BTreeMap::from([(waiting.key(), waiting.clone())]);
        if logged {
            records.insert(Key::Ply(table, at), Record::Ply(table, at, ply));
        }
        let mut reported = Vec::new();
        repair(&mut records, &|_| false, &|_| true, &mut reported);
        assert_eq!(records.contains_key(&Key::Table(table)), !logged);
        assert_eq!(
            reported.iter().any(|line| line.contains("does not read with its whole log")),
            logged,
            "{reported:?}"
        );
        assert!(!records.contains_key(&Key::Ply(table, at)));
    }
}
