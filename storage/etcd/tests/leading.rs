//! Nodes lead and append on the model, with answers that are lost and requests that arrive late.

use crate::model::Model;
use std::time::Duration;
use turnstone_etcd::{
    Append, Appended, Campaigned, CommitEntry, Keys, Leadership, LogKey, NodeRole, Op, OpAnswer, Txn, TxnAnswer,
};
use turnstone_storage::{Commit, GroupCommit};
use turnstone_storage_conformance::samples::{ledger, put};

const SECOND: Duration = Duration::from_secs(1);

fn keys() -> Keys {
    Keys::new("test")
}

fn begun() -> Model {
    let mut model = Model::default();
    let head = Op::Put { key: keys().head(), value: Commit::default().to_bytes().to_vec(), lease: 0 };
    model.txn(&Txn::of(vec![head]));
    model
}

/// A node with a lease, which has applied everything.
struct Leader {
    leadership: Leadership,
    lease: i64,
    head: Commit,
}

impl Leader {
    fn new(model: &mut Model, now: Duration) -> Self {
        let (lease, mut leadership) = (model.grant(), Leadership::default());
        leadership.renewed(lease, now);
        Self { leadership, lease, head: Commit::default() }
    }

    fn campaign(&mut self, model: &mut Model, now: Duration) -> Campaigned {
        let txn = self.leadership.campaign(&keys(), b"node".to_vec(), self.head, now).unwrap();
        let answer = model.txn(&txn);
        self.leadership.campaigned(&answer, now)
    }

    fn append(&mut self, group: &GroupCommit, now: Duration) -> Append {
        let NodeRole::Leading { created } = self.leadership.role(now) else { panic!("it leads") };
        let entry = CommitEntry::after(self.head, 1, group);
        let sealed = LogKey::derive(&[1; 32]).seal(self.head, &entry, [0; 24]);
        Append::new(&keys(), created, self.head, entry.commit, sealed)
    }
}

fn head(model: &Model) -> Commit {
    Commit::from_bytes(&model.get(&keys().head()).unwrap().value).unwrap()
}

#[test]
fn one_of_two_nodes_leads_and_appends() {
    let (mut model, now) = (begun(), SECOND);
    let (mut first, mut second) = (Leader::new(&mut model, now), Leader::new(&mut model, now));
    assert_eq!(first.campaign(&mut model, now), Campaigned::Won);
    assert_eq!(second.campaign(&mut model, now), Campaigned::Lost);
    let append = first.append(&put([ledger(1, 1)]), now);
    assert_eq!(append.answered(&model.txn(append.request())), Appended::Written);
    assert_eq!(head(&model), append.commit());
    assert!(model.get(&keys().log(1)).is_some());
}

#[test]
fn a_node_that_lacks_the_head_does_not_lead() {
    let (mut model, now) = (begun(), SECOND);
    let mut first = Leader::new(&mut model, now);
    first.campaign(&mut model, now);
    let append = first.append(&put([ledger(1, 1)]), now);
    model.txn(append.request());
    model.end(first.lease);
    let mut behind = Leader::new(&mut model, now);
    assert_eq!(behind.campaign(&mut model, now), Campaigned::Lost);
    behind.head = append.commit();
    assert_eq!(behind.campaign(&mut model, now), Campaigned::Won);
}

#[test]
fn an_append_that_is_sent_again_makes_no_second_commit() {
    let (mut model, now) = (begun(), SECOND);
    let mut leader = Leader::new(&mut model, now);
    leader.campaign(&mut model, now);
    let append = leader.append(&put([ledger(1, 1)]), now);
    model.txn(append.request());
    assert_eq!(append.answered(&model.txn(append.request())), Appended::Written, "the first answer was lost");
    assert_eq!(head(&model).n, 1);
}

#[test]
fn an_append_is_written_even_if_a_later_leader_has_appended_behind_it() {
    let (mut model, now) = (begun(), SECOND);
    let mut first = Leader::new(&mut model, now);
    first.campaign(&mut model, now);
    let append = first.append(&put([ledger(1, 1)]), now);
    model.txn(append.request());
    model.end(first.lease);
    let mut second = Leader::new(&mut model, now);
    second.head = append.commit();
    second.campaign(&mut model, now);
    let behind = second.append(&GroupCommit::default(), now);
    assert_eq!(behind.answered(&model.txn(behind.request())), Appended::Written);
    assert_eq!(append.answered(&model.txn(append.request())), Appended::Written);
}

#[test]
fn an_append_that_arrives_after_the_lease_is_rejected_for_ever() {
    let (mut model, now) = (begun(), SECOND);
    let mut first = Leader::new(&mut model, now);
    first.campaign(&mut model, now);
    let late = first.append(&put([ledger(1, 1)]), now);
    model.end(first.lease);
    assert_eq!(late.answered(&model.txn(late.request())), Appended::Fenced, "nobody leads");
    let mut second = Leader::new(&mut model, now);
    second.campaign(&mut model, now);
    assert_eq!(late.answered(&model.txn(late.request())), Appended::Fenced, "the head is the same");
    let own = second.append(&GroupCommit::default(), now);
    assert_eq!(own.answered(&model.txn(own.request())), Appended::Written);
    assert_eq!(late.answered(&model.txn(late.request())), Appended::Fenced);
    assert_eq!(head(&model), own.commit());
}

#[test]
fn a_campaign_whose_answer_was_lost_is_won_at_the_next_attempt() {
    let (mut model, now) = (begun(), SECOND);
    let mut leader = Leader::new(&mut model, now);
    let txn = leader.leadership.campaign(&keys(), b"node".to_vec(), leader.head, now).unwrap();
    let created = model.txn(&txn).revision;
    assert_eq!(leader.campaign(&mut model, now), Campaigned::Won);
    assert_eq!(leader.leadership.role(now), NodeRole::Leading { created });
}

#[test]
fn a_lease_ends_a_second_early_on_the_nodes_own_clock() {
    let mut model = begun();
    let mut leader = Leader::new(&mut model, SECOND);
    leader.campaign(&mut model, SECOND);
    assert!(matches!(leader.leadership.role(SECOND * 3 - Duration::from_millis(1)), NodeRole::Leading { .. }));
    leader.leadership.renewed(leader.lease, SECOND * 2);
    assert!(matches!(leader.leadership.role(SECOND * 3), NodeRole::Leading { .. }));
    assert_eq!(leader.leadership.role(SECOND * 4), NodeRole::Fenced);
    leader.leadership.renewed(leader.lease, SECOND * 4);
    assert_eq!(leader.leadership.role(SECOND * 4), NodeRole::Fenced, "a later renewal does not bring it back");
    assert!(leader.leadership.campaign(&keys(), Vec::new(), leader.head, SECOND * 4).is_none());
    leader.leadership.follow();
    assert_eq!(leader.campaign(&mut model, SECOND * 4), Campaigned::Won);
}

/// A generator of numbers for one run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Three nodes append under faults. Answers are lost, appends arrive late and again, leases end early.
fn run(seed: u64) {
    let (mut model, mut dice, mut now) = (begun(), Dice(seed), SECOND);
    let mut nodes: Vec<Leader> = (0..3).map(|_| Leader::new(&mut model, now)).collect();
    let mut acknowledged: Vec<Commit> = Vec::new();
    let mut late: Vec<Append> = Vec::new();
    for step in 0..400_u64 {
        now += Duration::from_millis(dice.below(300));
        let node = &mut nodes[dice.below(3) as usize];
        match dice.below(10) {
            0 => model.end(node.lease),
            1 if !late.is_empty() => {
                let append = &late[dice.below(late.len() as u64) as usize];
                model.txn(append.request());
            }
            _ => {}
        }
        let lives = node.leadership.lease(now).is_some() && dice.below(8) > 0;
        if !lives {
            model.end(node.lease);
            node.leadership.ended();
            node.lease = model.grant();
            node.leadership.renewed(node.lease, now);
        }
        if let NodeRole::Leading { .. } = node.leadership.role(now) {
            let append = node.append(&put([ledger(1, step)]), now);
            match dice.below(6) {
                0 => late.push(append),
                1 => drop(model.txn(append.request())),
                _ => match append.answered(&model.txn(append.request())) {
                    Appended::Written => {
                        acknowledged.push(append.commit());
                        node.head = append.commit();
                    }
                    Appended::Again => {}
                    Appended::Fenced => node.leadership.fence(),
                },
            }
            continue;
        }
        node.leadership.follow();
        node.head = head(&model);
        node.campaign(&mut model, now);
    }
    let key = LogKey::derive(&[1; 32]);
    let mut before = Commit::default();
    for n in 1..=head(&model).n {
        before = key.open(before, &model.get(&keys().log(n)).unwrap().value).unwrap().commit;
        if let Some(own) = acknowledged.iter().find(|commit| commit.n == n) {
            assert_eq!(*own, before, "seed {seed}: an acknowledged commit was lost");
        }
    }
    assert_eq!(before, head(&model), "seed {seed}");
    assert!(acknowledged.is_sorted_by_key(|commit| commit.n), "seed {seed}");
    assert!(acknowledged.iter().all(|commit| commit.n <= before.n), "seed {seed}");
}

#[test]
fn nothing_acknowledged_is_lost_and_the_log_never_forks() {
    (0..200).for_each(run);
}

#[test]
fn an_answer_that_claims_a_success_and_does_not_show_it_is_no_success() {
    let (mut model, now) = (begun(), SECOND);
    let mut leader = Leader::new(&mut model, now);
    assert_eq!(leader.campaign(&mut model, now), Campaigned::Won);
    let append = leader.append(&put([ledger(1, 1)]), now);
    // etcd has written nothing: the flag alone is wrong, or the parts are those of a success, or there are none.
    let unwritten = model.txn(&Txn::of(append.request().failure.clone()));
    let parts = vec![OpAnswer::Done, OpAnswer::Done, unwritten.answers[0].clone()];
    for answers in [unwritten.answers.clone(), parts, Vec::new()] {
        let lie = TxnAnswer { revision: unwritten.revision, succeeded: true, answers };
        assert_eq!(append.answered(&lie), Appended::Again, "{lie:?}");
    }
    assert_eq!(append.answered(&model.txn(append.request())), Appended::Written);
    assert_eq!(head(&model), append.commit());
    // The same of an append that another leader has overtaken.
    let late = leader.append(&put([ledger(1, 2)]), now);
    let overtaken = model.txn(&Txn::of(late.request().failure.clone()));
    assert_eq!(late.answered(&TxnAnswer { succeeded: true, ..overtaken }), Appended::Fenced);
}
