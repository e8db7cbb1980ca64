//! The request of a step of a story, from what its caller knows.

use super::{Knowledge, SeenTable, base, doors, strange};
use crate::inner::step::{Op, Plies, StoryStep};
use serde_json::json;
use turnstone_service::games::{PolicyName, Seat};
use turnstone_service::ids::{AgentId, DuelId, GrantId, TableId};
use turnstone_service::request::{
    Act, AgentKind, Challenge, CreateTable, DuelFormat, MessengerProof, Pace, PartyVisibility, PauseDuration,
    RateClass, ReadTable, ReplaySide, Request, SaveAgent, Visibility,
};
use turnstone_service::secret::Secret;
use turnstone_service::time::Millis;

/// A character of four bytes, of those that print fast.
const WIDE: char = '\u{20000}';

impl Knowledge {
    /// The request of a step; `None` if the step makes none.
    pub(crate) fn request(&self, step: &StoryStep) -> Option<Request> {
        let who = step.who.as_str();
        let person = self.people.get(base(who));
        let key = || format!("ref-{:08}", step.n);
        let handle = || person.map_or_else(|| base(who).to_owned(), |person| person.handle.clone());
        let code = |wrong: bool| {
            let code = person.and_then(|person| person.code.clone()).unwrap_or_else(|| "00000-00000-00000".into());
            Secret::new(if wrong { format!("{code}-WRONG") } else { code.to_lowercase() })
        };
        Some(match &step.op {
            Op::Join { invite, handle } => Request::Join {
                invite_code: Secret::new(self.codes.get(invite).cloned().unwrap_or_else(|| "NONE".into())),
                handle: handle.clone(),
                client_ref: key(),
            },
            Op::Token { wrong } => Request::Token { handle: handle(), recovery_code: code(*wrong) },
            Op::Recover { wrong } => Request::Recover { handle: handle(), recovery_code: code(*wrong) },
            Op::Rotate { wrong } => Request::Rotate { recovery_code: code(*wrong) },
            Op::Logout => Request::Logout,
            Op::Me => Request::Me,
            Op::Erase { right } => Request::Erase { confirm_handle: if *right { handle() } else { "somebody".into() } },
            Op::Profile => Request::Profile,
            Op::EditProfile { bio, avatar, show } => Request::EditProfile {
                bio: bio.clone().map(|text| (!text.is_empty()).then_some(text)),
                avatar_url: avatar.clone().map(Some),
                show_messenger: *show,
            },
            Op::JoinMessenger { invite, handle, user, at_s, forged } => Request::JoinMessenger {
                init_data: doors::init_data(*user, *at_s, *forged),
                invite_code: invite.map(|step| Secret::new(self.codes.get(&step).cloned().unwrap_or_default())),
                handle: handle.clone(),
            },
            Op::Link { challenge, user, at_s, widget, forged } => {
                let state = self.link_states.get(challenge).map(|(_, state)| state.clone()).unwrap_or_default();
                let proof = if *widget {
                    doors::widget(*user, *at_s, *forged)
                } else {
                    MessengerProof::InApp(doors::init_data(*user, *at_s, *forged))
                };
                Request::LinkMessenger { state: Secret::new(state), proof }
            }
            Op::Unlink => Request::UnlinkMessenger,
            Op::Challenge => Request::ChallengeMessenger,
            Op::Update { start, right, group } => {
                let text = if *start { "/start" } else { "hello" };
                let (chat, kind) = if *group { (8, "group") } else { (7, "private") };
                let update = json!({ "message": { "text": text, "chat": { "id": chat, "type": kind } } });
                let secret = right.then(|| Secret::new(doors::WEBHOOK_SECRET.to_owned()));
                Request::MessengerUpdate { secret, update: update.as_object().cloned() }
            }
            Op::Subscribe { browser, keys } => doors::subscribe(*browser, *keys),
            Op::Unsubscribe { browser } => doors::unsubscribe(*browser),
            Op::PushKey => Request::PushKey,
            Op::MyTables => Request::MyTables,
            Op::MyInvitations => Request::MyInvitations,
            Op::History { limit, game, before } => Request::History {
                game_id: game.clone(),
                limit: *limit,
                before: before.and_then(|page| self.page_ends.get(&page)).map(|(_, end)| Millis(*end)),
            },
            Op::Ledger { since, limit, after } => Request::Ledger {
                since: after.and_then(|page| self.page_ends.get(&page)).map(|(_, end)| *end).or(*since),
                limit: *limit,
            },
            Op::Referral => Request::Referral,
            Op::PauseState => Request::PauseState,
            Op::Pause { days } => Request::Pause {
                duration: match days {
                    0 | 1 => PauseDuration::Day,
                    2..=7 => PauseDuration::Week,
                    _ => PauseDuration::Month,
                },
            },
            Op::Games => Request::Games,
            Op::Practice { kind } => Request::Practice { kind: kind.clone(), client_ref: key() },
            Op::Create { kind, stake, seats, visibility, open, daily_pace, invited, keyed } => {
                Request::CreateTable(CreateTable {
                    kind: kind.clone(),
                    visibility: match visibility.as_str() {
                        "private" => Visibility::Private,
                        "unlisted" => Visibility::Unlisted,
                        _ => Visibility::Public,
                    },
                    open: *open,
                    seats: *seats,
                    pace: if *daily_pace { Pace::Daily } else { Pace::Live },
                    invited: invited.clone(),
                    stake: *stake,
                    client_ref: keyed.then(key),
                    daily: false,
                    practice: false,
                })
            }
            Op::CreatePractice { kind, stake, keyed } => Request::CreateTable(CreateTable {
                kind: kind.clone(),
                stake: *stake,
                practice: true,
                client_ref: keyed.then(key),
                ..CreateTable::default()
            }),
            Op::CreateDaily { keyed, daily_pace } => Request::CreateTable(CreateTable {
                daily: true,
                pace: if *daily_pace { Pace::Daily } else { Pace::Live },
                client_ref: keyed.then(key),
                ..CreateTable::default()
            }),
            Op::Read { table, wait_ms, events, msgs } => {
                let table = self.table(*table);
                let seen = self.seen(who, table);
                Request::ReadTable(ReadTable {
                    table,
                    wait_ms: *wait_ms,
                    events_since: Self::cursor(seen.map(|seen| seen.events), *events),
                    msgs_since: Self::cursor(seen.map(|seen| seen.msgs), *msgs),
                })
            }
            Op::Act { table, pick, plies, view, wrong } => {
                self.act(who, self.table(*table), *pick, *plies, *view, *wrong)
            }
            Op::Forfeit { table } => Request::Forfeit { table: self.table(*table) },
            Op::OpenTables { game } => Request::OpenTables { game_id: game.clone() },
            Op::PlayingTables => Request::PlayingTables,
            Op::Sit { table } => Request::JoinTable { table: self.table(*table) },
            Op::Decline { table } => Request::Decline { table: self.table(*table) },
            Op::Messages { table, since } => {
                let table = self.table(*table);
                Request::Messages { table, since: Self::cursor(self.seen(who, table).map(|seen| seen.msgs), *since) }
            }
            Op::Say { table, text } => Request::PostMessage {
                table: self.table(*table),
                body: text.clone(),
                client_id: Some(format!("say-{}", step.n)),
            },
            Op::Replay { table, seat } => {
                let side = |seat| u8::try_from(seat).map_or(ReplaySide::Spectator, |seat| ReplaySide::Seat(Seat(seat)));
                Request::Replay { table: self.table(*table), steps_of: seat.map(side) }
            }
            Op::Card { table } => Request::Card { table: self.table(*table) },
            Op::Daily => Request::Daily,
            Op::Grant { table, expires_in_s } => {
                Request::IssueGrant { table: self.table(*table), client_ref: key(), expires_in_s: *expires_in_s }
            }
            Op::CurrentGrant { table } => Request::CurrentGrant { table: self.table(*table) },
            Op::Revoke { grant } => {
                let nobody = (GrantId(0), String::new(), TableId(0));
                let (grant, _, table) = self.grants.get(grant).cloned().unwrap_or(nobody);
                Request::RevokeGrant { table, grant }
            }
            Op::Claim { grant } => {
                let token = self.grants.get(grant).map_or_else(|| "NOT-A-TOKEN".into(), |(_, token, _)| token.clone());
                Request::ClaimGrant { claim_token: Secret::new(token), client_ref: key() }
            }
            Op::Leaderboard { limit } => Request::Leaderboard { limit: *limit },
            Op::Player { handle } => Request::Player { handle: handle.clone() },
            Op::Agents => Request::Agents { limit: 100, cursor: None },
            Op::AgentsAfter { limit, after } => Request::Agents { limit: *limit, cursor: Some(self.agent(*after)) },
            Op::SaveAgent { name, play, accepts, limit } => Request::SaveAgent(SaveAgent {
                name: name.clone(),
                kind: if play == "prompt" { AgentKind::Prompt } else { AgentKind::Policy },
                prompt: Some(Secret::new(format!("play as {who} would, {}", step.n % 3))),
                policy: match play.as_str() {
                    "minimax" => Some(PolicyName::Minimax),
                    "calling-station" => Some(PolicyName::CallingStation),
                    _ => Some(PolicyName::Random),
                },
                aggression: None,
                accepts_challenges: *accepts,
                stake_limit: *limit,
            }),
            Op::SelfCheck { agent, game } => Request::SelfCheck { agent_id: self.agent(*agent), game_id: game.clone() },
            Op::Duel { agent, opponent, game, legs, stake, rematch, keyed } => Request::Challenge(Challenge {
                agent_id: self.agent(*agent),
                opponent_agent_id: self.agent(*opponent),
                game_id: game.clone(),
                format: match legs {
                    3 => DuelFormat::Bo3,
                    5 => DuelFormat::Bo5,
                    _ => DuelFormat::Bo1,
                },
                stake: *stake,
                rematch_of: rematch.map(|duel| self.duels.get(&duel).map(ToString::to_string).unwrap_or_default()),
                client_ref: keyed.then(key),
            }),
            Op::ReadDuel { duel } => Request::Duel { duel: self.duels.get(duel).copied().unwrap_or(DuelId(0)) },
            Op::Duels { limit } => Request::Duels { limit: *limit, before: None },
            Op::CreateParty => Request::CreateParty,
            Op::JoinParty { party } => Request::JoinParty { party: self.party(*party) },
            Op::SetVisibility { party, private } => Request::SetVisibility {
                party: self.party(*party),
                visibility: if *private { PartyVisibility::Private } else { PartyVisibility::Unlisted },
            },
            Op::PartyTable { party, kind, stake, seats } => {
                let (party, kind) = (self.party(*party), kind.clone());
                Request::PartyTable { party, kind, stake: *stake, seats: *seats }
            }
            Op::Party { party, wait_ms, msgs } => {
                let party = self.party(*party);
                let seen = self.party_seen.get(&(base(who).to_owned(), party)).copied();
                Request::Party { party, wait_ms: *wait_ms, msgs_since: Self::cursor(seen, *msgs) }
            }
            Op::PartySay { party, text } => {
                // Everybody has the same few nonces.
                let client_id = step.n.is_multiple_of(2).then(|| format!("nonce-{}", step.n % 5));
                Request::PostPartyMessage { party: self.party(*party), body: text.clone(), client_id }
            }
            Op::Deployment => Request::Deployment,
            Op::Unreadable => Request::Admission(RateClass::Ordinary),
            Op::Burst { .. } => self.burst(&step.op, 0)?,
            Op::Again { of } => self.requests.get(of)?.1.clone(),
            Op::Clash { of } => clash(&self.requests.get(of)?.1)?,
            Op::As { of } => self.requests.get(of)?.1.clone(),
            Op::Reuse { of, key } => strange::with_key(&self.requests.get(of)?.1, self.key_of(*key))?,
            Op::Strange { of, how } => strange::about_another(self, &self.requests.get(of)?.1, *how)?,
            Op::Round
            | Op::Crash { .. }
            | Op::Restart
            | Op::Clock { .. }
            | Op::Sleep
            | Op::Check
            | Op::Try { .. }
            | Op::Move { .. }
            | Op::Full { .. }
            | Op::BadReads { .. }
            | Op::Invite { .. }
            | Op::Hand(_)
            | Op::Hangup { .. }
            | Op::PlayOn { .. }
            | Op::Matches { .. }
            | Op::Reconfigure(_)
            | Op::Limits(_)
            | Op::Answer { .. } => return None,
        })
    }

    /// The idempotency key of a step: that of its request, or its own.
    fn key_of(&self, step: u32) -> String {
        let known = self.requests.get(&step).and_then(|(_, request)| key_of(request));
        known.map_or_else(|| format!("ref-{step:08}"), str::to_owned)
    }

    /// The id of the agent that a step saved.
    fn agent(&self, step: u32) -> String {
        self.agents.get(&step).map_or(AgentId::HOUSE, |(id, _)| *id).to_string()
    }

    /// One of the copies of a burst.
    pub(crate) fn burst(&self, op: &Op, copy: u32) -> Option<Request> {
        let Op::Burst { tables, chars, .. } = op else { return None };
        let table = self.table(*tables.get(copy as usize % tables.len().max(1))?);
        if *chars == 0 {
            return Some(Request::ReadTable(ReadTable { table, wait_ms: 0, events_since: None, msgs_since: None }));
        }
        let body = WIDE.to_string().repeat(*chars as usize);
        Some(Request::PostMessage { table, body, client_id: Some(format!("{copy:064}")) })
    }

    fn act(&self, who: &str, table: TableId, pick: u16, plies: Plies, view: bool, wrong: bool) -> Request {
        let nothing = SeenTable::default();
        let seen = self.seen(who, table).unwrap_or(&nothing);
        let picked = seen.legal.get(usize::from(pick) % seen.legal.len().max(1)).cloned();
        let action = if wrong { json!({ "type": "never", "cell": pick }) } else { picked.unwrap_or(json!({})) };
        let expected_plies = match plies {
            Plies::None => None,
            Plies::Seen => Some(seen.plies),
            Plies::Old => Some(seen.plies.saturating_sub(1)),
            Plies::Ahead => Some(seen.plies + 1),
        };
        Request::Act(Act { table, action, expected_plies, events_since: view.then_some(seen.events) })
    }
}

/// The same idempotency key with other contents.
#[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that it knows something about")]
fn clash(request: &Request) -> Option<Request> {
    let mut request = request.clone();
    match &mut request {
        Request::Join { handle, .. } => handle.push('z'),
        Request::Practice { kind, .. } => {
            *kind = other_kind(kind)?;
        }
        Request::CreateTable(create) if create.client_ref.is_some() => create.stake += 1,
        Request::Challenge(challenge) if challenge.client_ref.is_some() => challenge.stake += 1,
        Request::IssueGrant { expires_in_s, .. } => *expires_in_s += 1,
        _ => return None,
    }
    Some(request)
}

fn other_kind(kind: &str) -> Option<String> {
    let kinds = turnstone_service::games::SHIPPED.kinds().map(|(_, kind)| kind);
    kinds.map(|other| other.kind).find(|other| *other != kind).map(str::to_owned)
}

/// Which of its fields makes a request repeatable, if one does.
#[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that it knows something about")]
pub(crate) fn key_of(request: &Request) -> Option<&str> {
    match request {
        Request::Join { client_ref, .. }
        | Request::Practice { client_ref, .. }
        | Request::IssueGrant { client_ref, .. }
        | Request::ClaimGrant { client_ref, .. } => Some(client_ref),
        Request::CreateTable(create) => create.client_ref.as_deref(),
        Request::Challenge(challenge) => challenge.client_ref.as_deref(),
        _ => None,
    }
}

pub(crate) fn is_keyed(request: &Request) -> bool {
    key_of(request).is_some()
}

/// Until when a request may be parked.
#[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that it knows something about")]
pub(crate) const fn wait_of(request: &Request, now: Millis) -> Option<Millis> {
    match request {
        Request::ReadTable(ReadTable { wait_ms, .. }) | Request::Party { wait_ms, .. } => Some(now.plus_ms(*wait_ms)),
        _ => None,
    }
}
