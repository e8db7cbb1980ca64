//! All that is stored about a member, in the clear, for that member: read from the hot and cold records as stored.
//! Hashes, salts and seeds are left out: they say nothing about anybody.

use crate::ids::AccountId;
use crate::personal::{Sealed, Vault};
use crate::record::{
    AccountRow, AgentPlay, AgentRow, AuditRow, AuditedAct, LedgerAccount, MessageRow, PartyRow, Player, Record,
    RosterRow, SanctionRow, Status, TableRow,
};
use crate::state::NONCE_FOLLOWS;
use crate::time::Millis;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// All that records, by ascending key, say about a member whose texts these keys open; nothing if there is no such account.
pub fn export<E>(
    account: AccountId,
    vault: &Vault,
    records: impl IntoIterator<Item = Result<Record, E>>,
) -> Result<Option<Value>, E> {
    let mut export = Export { account, vault, slot: None, known: None, parts: BTreeMap::new() };
    for record in records {
        export.look(&record?);
    }
    Ok(export.finish())
}

/// What was found so far about one member.
struct Export<'a> {
    account: AccountId,
    vault: &'a Vault,
    slot: Option<u32>,
    known: Option<Value>,
    parts: BTreeMap<&'static str, Vec<Value>>,
}

impl Export<'_> {
    /// Look at a record. The account's own comes first.
    fn look(&mut self, record: &Record) {
        let mine = self.account;
        match record {
            Record::Account(id, row) if *id == mine => {
                self.slot = row.slot;
                self.known = Some(self.account_of(row));
            }
            Record::Balance(LedgerAccount::Member(id), row) if *id == mine => {
                // Of an erased one this is no day: it keeps refills away.
                let refilled = row.refilled.filter(|_| self.slot.is_some()).map(|day| day.to_string());
                self.add(
                    "balance",
                    json!({ "chips": row.balance, "net": row.net, "settledTables": row.settled_tables,
                        "refilled": refilled }),
                );
            }
            Record::Ledger(LedgerAccount::Member(id), n, row) if *id == mine => self.add(
                "ledger",
                json!({ "id": n, "delta": row.delta, "reason": row.reason, "table": row.table, "at": row.at }),
            ),
            Record::Invitation(hash, row) if row.referrer == Some(mine) => {
                self.add("invitations", json!({ "id": hex::encode(hash), "usesLeft": row.uses_left }));
            }
            Record::Table(id, row) => self.table("tables", id.to_string(), row),
            Record::Archive(id, row) => {
                self.table("tables", id.to_string(), &row.table);
                for (n, message) in &row.messages {
                    self.message(&id.to_string(), *n, message);
                }
            }
            Record::TableMessage(id, n, row) => self.message(&id.to_string(), *n, row),
            Record::PartyMessage(id, n, row) => self.message(&id.to_string(), *n, row),
            Record::History(id, row) if *id == mine => self.add(
                "history",
                json!({ "table": row.table, "game": row.game_id, "kind": row.kind, "result": row.result,
                    "net": row.net, "opponents": row.opponents.iter().map(player).collect::<Vec<_>>(),
                    "settledAt": row.settled_at }),
            ),
            Record::Roster(_, row) => self.roster(row),
            Record::Grant(id, row) if row.owner == mine => self.add(
                "seatGrants",
                json!({ "id": id, "table": row.table, "seat": row.seat, "expiresAt": row.expires_at,
                    "claimedAt": row.claimed.map(|(at, _)| at), "ended": row.ended }),
            ),
            Record::Party(id, row) => self.party(id.to_string(), row),
            Record::DailyTry(day, id, row) if *id == mine => self.add(
                "dailyTries",
                json!({ "day": day.to_string(), "table": row.table,
                    "result": row.end.map(|end| end.result), "settledAt": row.end.map(|end| end.settled_at) }),
            ),
            Record::TablesMade(day, id, count) if *id == mine => {
                self.add("tablesMade", json!({ "day": day.to_string(), "tables": count }));
            }
            Record::HouseLoss(day, id, row) if *id == mine => {
                self.add("wonFromHouse", json!({ "day": day.to_string(), "chips": row.chips }));
            }
            Record::ModelUse(day, id, row) if *id == mine => {
                self.add("modelCalls", json!({ "day": day.to_string(), "calls": row.calls }));
            }
            Record::AgentLoss(day, id, chips) if *id == mine => {
                self.add("lostToChallengers", json!({ "day": day.to_string(), "chips": chips }));
            }
            Record::Identity(_, row) if row.account == mine => {
                let linked = row.linked.as_ref().and_then(|sealed| self.json(sealed));
                self.add("identities", json!({ "provider": "messenger", "linked": linked }));
            }
            Record::LinkState(id, row) if *id == mine => {
                self.add("linkStates", json!({ "expiresAt": row.expires_at }));
            }
            Record::PushSubscription(_, row) if row.account == mine => {
                let browser = self.json(&row.browser);
                self.add("pushSubscriptions", browser.unwrap_or_default());
            }
            Record::Notice(id, row) if row.account == mine => {
                self.add("notices", json!({ "table": id.table, "kind": format!("{:?}", id.kind), "until": row.until }));
            }
            Record::Agent(id, row) if row.owner == Some(mine) => {
                let agent = self.agent(id.to_string(), row);
                self.add("agents", agent);
            }
            Record::DuelEntry(id, row) if row.owners.contains(&Some(mine)) => self.add(
                "duels",
                json!({ "id": id, "agents": row.agents, "stake": row.stake,
                    "settledAt": row.end.map(|end| end.at) }),
            ),
            Record::Audit(id, row) => self.act(*id, row),
            Record::Sanction(id, row) if *id == mine => {
                let SanctionRow { frozen_at, muted_until, recovered_at } = row;
                let row = json!({ "frozenAt": frozen_at, "mutedUntil": muted_until, "recoveredAt": recovered_at });
                self.add("sanctions", row);
            }
            // The same again, moves and deals without anybody's words, and what is known by a hash alone.
            Record::HistoryOfGame(..)
            | Record::Ply(..)
            | Record::Ref(..)
            | Record::Daily(..)
            | Record::Freed(..)
            | Record::Clock(_)
            | Record::PartyChat(..)
            | Record::AuditHead(_)
            | Record::ChatsDropped(_)
            | Record::UncountedTable(..)
            | Record::UncountedDuel(_)
            | Record::KinTables(..)
            | Record::PracticeEnded(..)
            | Record::Beaten(..)
            | Record::Duel(..) => {}
            // Somebody else's.
            Record::Account(..)
            | Record::Balance(..)
            | Record::Ledger(..)
            | Record::Invitation(..)
            | Record::History(..)
            | Record::Grant(..)
            | Record::DailyTry(..)
            | Record::TablesMade(..)
            | Record::HouseLoss(..)
            | Record::ModelUse(..)
            | Record::AgentLoss(..)
            | Record::Identity(..)
            | Record::LinkState(..)
            | Record::PushSubscription(..)
            | Record::Notice(..)
            | Record::Agent(..)
            | Record::DuelEntry(..)
            | Record::Sanction(..) => {}
        }
    }

    fn finish(self) -> Option<Value> {
        let mut all = Map::new();
        all.insert("account".to_owned(), self.known?);
        all.extend(self.parts.into_iter().map(|(name, rows)| (name.to_owned(), Value::Array(rows))));
        Some(Value::Object(all))
    }

    fn add(&mut self, part: &'static str, row: Value) {
        self.parts.entry(part).or_default().push(row);
    }

    fn text(&self, sealed: &Sealed) -> Option<String> {
        self.vault.open(self.slot, sealed)
    }

    fn json(&self, sealed: &Sealed) -> Option<Value> {
        serde_json::from_str(&self.text(sealed)?).ok()
    }

    fn account_of(&self, row: &AccountRow) -> Value {
        let open = |sealed: &Option<Sealed>| sealed.as_ref().and_then(|sealed| self.text(sealed));
        let referral = row.referral.map(|row| json!({ "invited": row.invited, "rewarded": row.rewarded }));
        json!({
            "id": self.account,
            "handle": self.text(&row.handle),
            "bio": open(&row.bio),
            "avatarUrl": open(&row.avatar_url),
            "showMessenger": row.show_messenger,
            "joinedAt": row.joined_at,
            "test": row.test,
            "referrer": row.referrer,
            "referral": referral,
            "pausedUntil": row.paused_until,
            "erased": row.slot.is_none(),
        })
    }

    fn table(&mut self, part: &'static str, id: String, row: &TableRow) {
        let seat = row.players.iter().position(|player| player.member() == Some(self.account));
        if seat.is_none() && row.host != Some(self.account) && row.invited != Some(self.account) {
            return;
        }
        let (status, until): (&str, Option<Millis>) = match &row.status {
            Status::Waiting { .. } => ("waiting", None),
            Status::Playing { .. } => ("playing", None),
            Status::Settled { end, .. } => ("settled", Some(end.settled_at)),
            Status::Cancelled { at } => ("cancelled", Some(*at)),
            Status::Voided { at, .. } => ("voided", Some(*at)),
        };
        let row = json!({ "id": id, "game": row.game_id, "kind": row.setup.kind, "status": status, "seat": seat,
            "buyIn": row.buy_in, "practice": row.practice, "createdAt": row.created_at, "endedAt": until });
        self.add(part, row);
    }

    /// The member's own words.
    fn message(&mut self, place: &str, n: u64, row: &MessageRow) {
        if row.author != Some(self.account) || row.seat < 0 {
            return;
        }
        let words = self.text(&row.body).unwrap_or_default();
        let body = words.split_once(NONCE_FOLLOWS).map_or(words.as_str(), |(body, _)| body);
        let message = json!({ "in": place, "id": n, "body": body, "at": row.at });
        self.add("messages", message);
    }

    fn roster(&mut self, row: &RosterRow) {
        let net = row.nets.iter().find(|(player, _)| player.member() == Some(self.account));
        if let Some((_, net)) = net {
            let players: Vec<Value> = row.nets.iter().map(|(other, _)| player(other)).collect();
            self.add("rosters", json!({ "players": players, "tables": row.tables, "net": net }));
        }
    }

    fn party(&mut self, id: String, row: &PartyRow) {
        let place = row.members.iter().position(|member| *member == self.account);
        let standing = row.standing.iter().find(|(member, ..)| *member == self.account);
        if place.is_none() && standing.is_none() {
            return;
        }
        let standing = standing.map(|(_, net, wins, played)| json!({ "net": net, "wins": wins, "played": played }));
        self.add("parties", json!({ "id": id, "place": place, "standing": standing, "createdAt": row.created_at }));
    }

    fn agent(&self, id: String, row: &AgentRow) -> Value {
        let play = match &row.play {
            AgentPlay::Policy { policy, aggression } => json!({ "policy": policy, "aggression": aggression }),
            AgentPlay::Prompt(sealed) => json!({ "prompt": self.text(sealed) }),
            AgentPlay::House | AgentPlay::Gone => Value::Null,
        };
        json!({ "id": id, "name": self.text(&row.name), "play": play, "acceptsChallenges": row.accepts_challenges,
            "version": row.version, "wins": row.wins, "losses": row.losses, "stakeLimit": row.stake_limit })
    }

    /// What operators did to the member.
    fn act(&mut self, id: u64, row: &AuditRow) {
        let about = match row.act {
            AuditedAct::Frozen(account)
            | AuditedAct::Unfrozen(account)
            | AuditedAct::SessionsEnded(account)
            | AuditedAct::Adjusted(account, _)
            | AuditedAct::Muted(account, _)
            | AuditedAct::Unmuted(account)
            | AuditedAct::Erased(account)
            | AuditedAct::Exported(account)
            | AuditedAct::Recovered(account)
            | AuditedAct::TableMessageRemoved(account, ..)
            | AuditedAct::PartyMessageRemoved(account, ..) => Some(account),
            AuditedAct::InvitationRevoked(_)
            | AuditedAct::InvitationMinted(..)
            | AuditedAct::TableVoided(_)
            | AuditedAct::KeyRotated(_) => None,
        };
        if about == Some(self.account) {
            let entry = crate::handlers::audit_entry(id, row);
            self.add("audit", serde_json::to_value(entry).unwrap_or_default());
        }
    }
}

fn player(player: &Player) -> Value {
    match player {
        Player::Member(id) => json!(id),
        Player::House => json!("house"),
        Player::Guest => json!("guest"),
        Player::Vacant => Value::Null,
    }
}
