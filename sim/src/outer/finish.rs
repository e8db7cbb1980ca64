//! Players who finish: tables of every kind, played until they are over, and judged then by laws that share nothing with the
//! games. The laws want the seed, which opens at the end: what clients saw on the way is kept until then.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest, ClientResponse};
use super::facts::number;
use super::responses::Audience;
use crate::endings::{Company, Ending, OUTER_ENDINGS, outer_name};
use crate::grid::Cell;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use turnstone_laws::{Broken, Entry, Referee, Shown, Viewer};
use turnstone_service::games::{Opening, SHIPPED};

/// Moves in a row at most, and polls in a row in which nothing came.
const MOVES: usize = 120;
const IDLE: usize = 4;

/// What somebody was shown of a match.
pub(super) struct SeenView {
    plies: u64,
    viewer: Viewer,
    view: Value,
    legal: Option<(usize, Vec<Value>)>,
}

/// What was seen of matches, by table.
pub(super) type SeenViews = BTreeMap<String, Vec<SeenView>>;

/// Keep what a view shows of a match.
pub(super) fn keep_view(seen: &mut SeenViews, view: &Value) {
    let (state, status) = (&view["state"], view["status"].as_str().unwrap_or_default());
    let (Some(id), true) = (view["id"].as_str(), matches!(status, "playing" | "settled")) else { return };
    if !state["view"].is_object() {
        return;
    }
    let seat = view["mySeat"].as_u64().map(|seat| seat as usize);
    let offered = state["legalActions"].as_array().filter(|_| status == "playing");
    seen.entry(id.to_owned()).or_default().push(SeenView {
        plies: number(&state["plies"]),
        viewer: Viewer { seat, sealed: view["seed"].is_null() },
        view: state["view"].clone(),
        legal: seat.zip(offered.cloned()),
    });
}

impl SimClient {
    /// A kind of table: one that members play with each other, if asked.
    pub(super) fn a_kind(&mut self, open: bool) -> &'static str {
        let kinds = SHIPPED.kinds().map(|(_, kind)| kind).filter(|kind| !open || kind.opening != Opening::Never);
        let kinds: Vec<&'static str> = kinds.map(|kind| kind.kind).collect();
        self.rng.one(&kinds)
    }

    /// Play a table to its end: one that waits for a move, a new one, or as a guest.
    pub(super) async fn finish(&mut self) {
        if self.rng.percent(15) {
            return self.finish_as_guest().await;
        }
        let table = match self.rng.below(10) {
            0..6 => self.table_to_play().await,
            6 | 7 => self.seat_somewhere().await,
            _ => None,
        };
        let table = match table {
            Some(table) => Some(table),
            None => self.new_table().await,
        };
        let Some(table) = table else { return };
        self.play_out(&table, None).await;
    }

    async fn new_table(&mut self) -> Option<String> {
        let open = self.rng.percent(50);
        let kind = self.a_kind(open);
        let seats = self.rng.between(2, 3);
        let body = json!({ "kind": kind, "open": open, "stake": 1, "seats": seats, "clientRef": self.new_ref() });
        let made = self.make_wish("/api/tables", body).await?;
        made.json["tableId"].as_str().map(str::to_owned)
    }

    async fn seat_somewhere(&mut self) -> Option<String> {
        let table = self.host.some_table(&mut self.rng)?;
        self.sit_at(&table).await.filter(|response| response.status == 200).map(|_| table)
    }

    async fn finish_as_guest(&mut self) {
        let kind = self.a_kind(false);
        let body = json!({ "kind": kind, "clientRef": self.new_ref() });
        let made = self.send(&ClientRequest::post("/api/practice", Some(body), Auth::Nobody)).await;
        let Some(made) = made.filter(|made| made.status == 200) else { return };
        let token = made.json["accessToken"].as_str().unwrap_or_default().to_owned();
        self.host.plant(&token, Audience::Holder(self.n));
        let table = made.json["tableId"].as_str().unwrap_or_default().to_owned();
        self.play_out(&table, Some(Auth::Bearer(token))).await;
    }

    /// With a seat's credential, or the member's own.
    async fn ask(&mut self, mut ask: ClientRequest, seat: Option<&Auth>) -> Option<ClientResponse> {
        if let Some(seat) = seat {
            ask.auth = seat.clone();
            return self.send(&ask).await.filter(|response| response.status == 200);
        }
        ask.auth = self.auth();
        self.call(ask).await.filter(|response| response.status == 200)
    }

    /// Move whenever it is one's turn, until the table is over or the others take too long.
    async fn play_out(&mut self, table: &str, seat: Option<Auth>) {
        let path = format!("/api/tables/{table}");
        let (mut view, mut idle) = (Value::Null, 0);
        for _ in 0..MOVES {
            if view.is_null() {
                let read = ClientRequest::get(&path, Auth::Nobody);
                let Some(response) = self.ask(read, seat.as_ref()).await else { return };
                view = response.json;
            }
            let state = &view["state"];
            if state["terminal"] == true {
                return self.look_at_the_end(table, seat).await;
            }
            let (plies, head) = (state["plies"].clone(), state["eventsAt"].clone());
            let legal = state["legalActions"].as_array().and_then(|legal| self.rng.pick(legal)).cloned();
            let Some(action) = legal else {
                idle += 1;
                if idle > IDLE {
                    return;
                }
                let poll = ClientRequest::get(format!("{path}?wait=6&events_since={head}"), Auth::Nobody);
                let Some(response) = self.ask(poll, seat.as_ref()).await else { return };
                view = response.json;
                continue;
            };
            idle = 0;
            let body = json!({ "action": action, "expectedPlies": plies, "eventsSince": head });
            let act = ClientRequest::post(format!("{path}/action"), Some(body), Auth::Nobody);
            view = match self.ask(act, seat.as_ref()).await {
                Some(moved) => {
                    self.host.hit("outer: moved on to the end");
                    moved.json["table"].clone()
                }
                None => Value::Null,
            };
        }
    }

    /// A table that is over: how it ended is counted, and its match is judged.
    pub(super) async fn look_at_the_end(&mut self, table: &str, seat: Option<Auth>) {
        let path = format!("/api/tables/{table}");
        let whole = ClientRequest::get(format!("{path}?events_since=0"), Auth::Nobody);
        let Some(whole) = self.ask(whole, seat.as_ref()).await else { return };
        if !self.host.notes().ended.insert(table.to_owned()) {
            return;
        }
        self.count_end(&whole.json);
        if whole.json["status"] != "settled" {
            return;
        }
        let bundle = self.send(&ClientRequest::get(format!("{path}/replay"), Auth::Nobody)).await;
        let bundle = bundle.filter(|bundle| bundle.status == 200 && bundle.json["seed"].is_string());
        if let Some(bundle) = bundle {
            let seen = self.host.notes().seen.remove(table).unwrap_or_default();
            match judge(&bundle.json, &seen) {
                Ok(()) => self.host.hit("outer: a match was judged by the laws"),
                Err(broken) => self.host.fail(format!("{table} breaks a law: {broken}: {}", bundle.brief())),
            }
        }
    }

    fn count_end(&self, view: &Value) {
        let (Some(kind), Some(events)) = (view["kind"].as_str(), view["state"]["events"].as_array()) else { return };
        let told = |word: &str| events.iter().any(|event| event["type"] == word);
        let ending = match (view["status"].as_str(), told("timed_out"), told("forfeited")) {
            (Some("cancelled"), ..) => Ending::Cancelled,
            (_, true, _) => Ending::TimedOut,
            (_, false, true) => Ending::GivenUp,
            (_, false, false) => Ending::PlayedOut,
        };
        let names: Vec<&str> =
            view["seats"].as_array().into_iter().flatten().filter_map(|seat| seat["name"].as_str()).collect();
        let (house, guest) = (names.contains(&"house"), names.contains(&"guest"));
        let members = number(&view["seatsTotal"]) as usize - names.iter().filter(|name| **name == "house").count();
        let company = match (guest, view["practice"] == true, members > 1) {
            (true, ..) => Company::Guest,
            (false, true, _) => Company::Practice,
            (false, false, true) if house => Company::MembersAndHouse,
            (false, false, true) => Company::Members,
            (false, false, false) => Company::House,
        };
        let name = outer_name(kind, ending, company);
        match OUTER_ENDINGS.find(&name) {
            Some((counter, Cell::Must | Cell::May(_))) => self.host.hit(counter),
            Some((_, Cell::Never(why))) => self.host.fail(format!("{name}: {why}")),
            None => self.host.fail(format!("{name}: no such combination")),
        }
    }
}

/// The match of a bundle, with what was shown of it on the way.
fn judge(bundle: &Value, seen: &[SeenView]) -> Result<(), Broken> {
    let shown = |plies: usize| {
        let now = || seen.iter().filter(|seen| seen.plies == plies as u64);
        Shown {
            views: now().map(|seen| (seen.viewer, seen.view.clone())).collect(),
            legal: now().filter_map(|seen| seen.legal.clone()).collect(),
            ..Shown::default()
        }
    };
    let mut seed = [0; 32];
    let text = bundle["seed"].as_str().unwrap_or_default();
    let unreadable = |law: &str| Broken { ply: 0, law: law.to_owned() };
    hex::decode_to_slice(text, &mut seed).map_err(|_| unreadable("its seed is no seed"))?;
    let word = |field: &str| bundle[field].as_str().unwrap_or_default();
    let mut referee = Referee::begin(word("gameId"), word("version"), &bundle["config"], seed, &shown(0))?;
    for (ply, step) in bundle["log"].as_array().into_iter().flatten().enumerate() {
        let entry = if step["leave"] == true { Entry::Leave(None) } else { Entry::Action(step["action"].clone()) };
        referee.step(number(&step["seat"]) as usize, &entry, &shown(ply + 1))?;
    }
    referee.end(&bundle["outcome"])
}
