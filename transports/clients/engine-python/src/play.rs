//! One match.

use crate::convert::{self, as_value, from_python, invalid, loads, to_python};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::{Mutex, MutexGuard, PoisonError};
use turnstone_games::{
    Audience, Bundle, Dice, Encoding, Entry, Events, Kind, Leave, Level, Policy, PolicyName, Rules, SHIPPED, Seat,
    Seats, Seed, Setup,
};

/// The format of `serialize`.
const FORMAT: u32 = 1;

/// A match in play.
#[pyclass(frozen, module = "turnstone_engine")]
pub(crate) struct Match(Mutex<State>);

/// A match with what is needed to deal and replay it.
pub(crate) struct State {
    rules: &'static dyn Rules,
    setup: Setup,
    seed: Seed,
    live: Box<dyn turnstone_games::Match>,
    /// Seat, entry, and the time of the entry in epoch milliseconds, 0 if it has none.
    log: Vec<(Seat, Entry, u64)>,
    /// The words that automatic players have drawn, by seat.
    drawn: Vec<u64>,
    /// Whether hidden information was redrawn, so that seed and log no longer lead to this position.
    redrawn: bool,
}

/// The stored form of a match.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    format: u32,
    game_id: String,
    version: String,
    config: Setup,
    seed: String,
    log: Vec<StoredEntry>,
    drawn: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredEntry {
    Choice(Seat, u16, u64),
    Forfeit(Seat, u64),
    TimeOut(Seat, u64),
}

impl State {
    pub(crate) fn deal(rules: &'static dyn Rules, setup: Setup, seed: Seed) -> PyResult<Self> {
        let live = rules
            .deal(&setup, &seed, &mut Events::off())
            .ok_or_else(|| invalid("the config is not one of the game's"))?;
        let drawn = vec![0; setup.seats];
        Ok(Self { rules, setup, seed, live, log: Vec::new(), drawn, redrawn: false })
    }

    /// Play an entry, if it is possible, and log it.
    pub(crate) fn enter(&mut self, seat: Seat, entry: Entry, at: u64, events: &mut Events) -> bool {
        let played = entry.play(seat, self.live.as_mut(), events);
        if played {
            self.log.push((seat, entry, at));
        }
        played
    }

    /// The choice of a legal action as JSON.
    pub(crate) fn find(&self, seat: Seat, action: &Value) -> Option<u16> {
        self.live.find(seat, action)
    }

    /// The seat with this number; without one the lowest that may act.
    fn seat(&self, number: Option<usize>) -> PyResult<Seat> {
        match number {
            Some(number) => convert::seat(number, self.setup.seats),
            None => self.live.to_act().first().ok_or_else(|| invalid("the match is over")),
        }
    }

    fn copy(&self) -> Self {
        Self {
            rules: self.rules,
            setup: self.setup.clone(),
            seed: self.seed,
            live: self.live.fork(),
            log: self.log.clone(),
            drawn: self.drawn.clone(),
            redrawn: self.redrawn,
        }
    }

    fn must_be_logged(&self) -> PyResult<()> {
        if self.redrawn {
            Err(invalid("the hidden information of this match was redrawn: it has no log"))
        } else {
            Ok(())
        }
    }

    fn stored(&self) -> Stored {
        let entry = |&(seat, entry, at): &(Seat, Entry, u64)| match entry {
            Entry::Choice(choice) => StoredEntry::Choice(seat, choice, at),
            Entry::Leave(Leave::Forfeited) => StoredEntry::Forfeit(seat, at),
            Entry::Leave(Leave::TimedOut) => StoredEntry::TimeOut(seat, at),
        };
        let about = self.rules.about();
        Stored {
            format: FORMAT,
            game_id: about.id.to_owned(),
            version: about.version.to_owned(),
            config: self.setup.clone(),
            seed: self.seed.to_hex(),
            log: self.log.iter().map(entry).collect(),
            drawn: self.drawn.clone(),
        }
    }
}

impl From<State> for Match {
    fn from(state: State) -> Self {
        Self(Mutex::new(state))
    }
}

impl Match {
    /// Never held while Python runs, so that two threads cannot wait for each other.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Match {
    /// The `gameId`.
    #[getter]
    fn game(&self) -> &'static str {
        self.state().rules.about().id
    }

    /// The version of the rules.
    #[getter]
    fn version(&self) -> &'static str {
        self.state().rules.about().version
    }

    /// The setup, as in a replay bundle.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let config = as_value(&self.state().setup)?;
        to_python(py, &config)
    }

    /// The seed in hex.
    #[getter]
    fn seed(&self) -> String {
        self.state().seed.to_hex()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.state().setup.seats
    }

    /// The number of entries of the log.
    #[getter]
    fn plies(&self) -> usize {
        self.state().log.len()
    }

    /// The seats that may act now; none when the match is over.
    fn to_act(&self) -> Vec<usize> {
        self.state().live.to_act().iter().map(Seat::index).collect()
    }

    /// The legal actions of a seat.
    #[pyo3(signature = (seat=None))]
    fn legal<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let legal = {
            let state = self.state();
            let seat = if seat.is_none() && state.live.to_act().is_empty() { Seat(0) } else { state.seat(seat)? };
            state.live.legal_actions(seat)
        };
        to_python(py, &legal)
    }

    /// The index of each legal action of a seat in the encoding, in the order of `legal`.
    #[pyo3(signature = (seat=None))]
    fn legal_indices(&self, seat: Option<usize>) -> PyResult<Vec<u16>> {
        let state = self.state();
        Ok(state.live.encoded_actions(state.seat(seat)?))
    }

    /// Whether each index of the encoding is legal for a seat.
    #[pyo3(signature = (seat=None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mask = {
            let state = self.state();
            let mut mask = vec![false; state.rules.encoding().actions];
            let indices = state.live.encoded_actions(state.seat(seat)?);
            indices.into_iter().for_each(|index| mask[usize::from(index)] = true);
            mask
        };
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The observation of a seat in the encoding.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let numbers = {
            let state = self.state();
            let mut numbers = vec![0.0; state.rules.encoding().observation_len()];
            state.live.observe(state.seat(seat)?, &mut numbers);
            numbers
        };
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// Play a legal action: an index of the encoding, or the action itself. Returns the events, if they are wanted.
    #[pyo3(signature = (action, seat=None, *, events=false))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        action: &Bound<'py, PyAny>,
        seat: Option<usize>,
        events: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let index: Option<i64> = match action.cast::<PyInt>() {
            Ok(number) => Some(number.extract()?),
            // The scalars of numpy are no Python integers.
            Err(_) if action.hasattr("__index__")? => Some(action.call_method0("__index__")?.extract()?),
            Err(_) => None,
        };
        let posted = if index.is_none() { from_python(action)? } else { Value::Null };
        let happened: Vec<_> = {
            let mut state = self.state();
            let seat = state.seat(seat)?;
            let choice = match index {
                Some(index) => u16::try_from(index).ok().and_then(|index| state.live.choice_at(seat, index)),
                None => state.find(seat, &posted),
            };
            let mut happened = if events { Events::on() } else { Events::off() };
            let played = choice.is_some_and(|choice| state.enter(seat, Entry::Choice(choice), 0, &mut happened));
            if !played {
                return Err(invalid(format!("the action is not legal for seat {seat}")));
            }
            happened.take().iter().map(|event| event.to_json(0)).collect()
        };
        if events { to_python(py, &happened).map(Some) } else { Ok(None) }
    }

    /// A seat leaves the match. Returns the events, if they are wanted.
    #[pyo3(signature = (seat, timed_out=false, *, events=false))]
    fn leave<'py>(
        &self,
        py: Python<'py>,
        seat: usize,
        timed_out: bool,
        events: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let happened: Vec<_> = {
            let mut state = self.state();
            let seat = state.seat(Some(seat))?;
            let how = if timed_out { Leave::TimedOut } else { Leave::Forfeited };
            let mut happened = if events { Events::on() } else { Events::off() };
            if !state.enter(seat, Entry::Leave(how), 0, &mut happened) {
                return Err(invalid(format!("seat {seat} cannot leave now")));
            }
            happened.take().iter().map(|event| event.to_json(0)).collect()
        };
        if events { to_python(py, &happened).map(Some) } else { Ok(None) }
    }

    /// The choice of an automatic player, as an index of the encoding: `house` at a level, or a policy of the game.
    #[pyo3(signature = (policy="house", seat=None, level=None))]
    fn choose(&self, py: Python<'_>, policy: &str, seat: Option<usize>, level: Option<u64>) -> PyResult<u16> {
        let name = json!(policy);
        let level = level.map(|number| Level::new(number).ok_or_else(|| invalid("levels are 1 to 5"))).transpose()?;
        py.detach(|| {
            let mut state = self.state();
            let seat = state.seat(seat)?;
            let policy = match serde_json::from_value::<PolicyName>(name) {
                _ if policy == "house" => Policy::House(level.unwrap_or_else(|| state.setup.level())),
                Ok(PolicyName::Random) => Policy::Random,
                Ok(name) if state.rules.about().policies.contains(&name) => name.with_aggression(50),
                Ok(_) | Err(_) => return Err(invalid(format!("{policy:?} is no policy of this game"))),
            };
            let (choice, drawn) =
                state.live.choice_of(seat, policy).ok_or_else(|| invalid("the seat may not act now"))?;
            state.live.seek(seat, drawn);
            state.drawn[seat.index()] = drawn;
            Ok(state.live.encoded_actions(seat)[usize::from(choice)])
        })
    }

    /// The view of a seat; without one, of a spectator. `sealed` hides at the end what play has not shown.
    #[pyo3(signature = (seat=None, sealed=false))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<usize>, sealed: bool) -> PyResult<Bound<'py, PyAny>> {
        let view = {
            let state = self.state();
            let seat = seat.map(|number| convert::seat(number, state.setup.seats)).transpose()?;
            state.live.view(Audience { seat, sealed })
        };
        loads(py, view.get())
    }

    /// The result by seat, once the match is over.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.state().live.outcome().map(|outcome| outcome.entries());
        outcome.map(|entries| to_python(py, &entries)).transpose()
    }

    /// The chips that each seat won or lost, once the match is over.
    fn scores(&self) -> Option<Vec<i64>> {
        self.state().live.outcome().map(|outcome| outcome.scores())
    }

    /// A copy of the match, which continues on its own.
    fn fork(&self) -> Self {
        self.state().copy().into()
    }

    /// A copy in which everything that a seat cannot know is redrawn by a seed. It has no log.
    #[pyo3(signature = (seat, seed=None))]
    fn redrawn(&self, py: Python<'_>, seat: usize, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let seed = convert::seed(py, seed)?;
        let mut copy = self.state().copy();
        let seat = copy.seat(Some(seat))?;
        copy.live.exchange_hidden(Some(seat), &mut Dice::dealer(&seed));
        copy.redrawn = true;
        Ok(copy.into())
    }

    /// Let random players play this position to its end `n` times. Returns the mean score of each seat in chips.
    #[pyo3(signature = (n, seed=None))]
    fn random_playouts(&self, py: Python<'_>, n: usize, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<f64>> {
        let seed = convert::seed(py, seed)?;
        let (start, seats) = {
            let state = self.state();
            (state.live.fork(), state.setup.seats)
        };
        let sums = py.detach(move || {
            let mut player = Dice::dealer(&seed);
            let mut sums = vec![0_i64; seats];
            for _ in 0..n {
                let mut fork = start.fork();
                fork.play_out(&mut player);
                let scores = fork.outcome().map(|outcome| outcome.scores()).unwrap_or_default();
                sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
            }
            sums
        });
        Ok(sums.into_iter().map(|sum| sum as f64 / n.max(1) as f64).collect())
    }

    /// The match in bytes: its game, version, config, seed and log.
    fn serialize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let stored = {
            let state = self.state();
            state.must_be_logged()?;
            serde_json::to_vec(&state.stored()).map_err(|error| invalid(error.to_string()))?
        };
        Ok(PyBytes::new(py, &stored))
    }

    /// The replay bundle of a finished match.
    fn bundle<'py>(&self, py: Python<'py>, session_id: String) -> PyResult<Bound<'py, PyAny>> {
        let bundle = {
            let state = self.state();
            state.must_be_logged()?;
            bundle_of(&state, session_id)?
        };
        to_python(py, &bundle)
    }

    fn __repr__(&self) -> String {
        let state = self.state();
        let kind = state.setup.kind.as_deref().unwrap_or(state.rules.about().id);
        format!("<Match {kind}, {} seats, ply {}>", state.setup.seats, state.log.len())
    }
}

fn bundle_of(state: &State, session_id: String) -> PyResult<Bundle> {
    let outcome = state.live.outcome().ok_or_else(|| invalid("the match is not over"))?;
    let log = Bundle::log_of(state.rules, &state.setup, &state.seed, state.log.iter().copied());
    let about = state.rules.about();
    let mut bundle = Bundle {
        session_id,
        game_id: about.id.to_owned(),
        version: about.version.to_owned(),
        seats: state.setup.seats,
        seed: Some(state.seed.to_hex()),
        seed_commit: Some(state.seed.commit()),
        seed_hash: None,
        sealed_until: None,
        sealed_reason: None,
        config: as_value(&state.setup)?,
        log: log.ok_or_else(|| invalid("the log does not lead to this position"))?,
        digest: String::new(),
        outcome: outcome.entries(),
    };
    bundle.digest = bundle.computed_digest();
    Ok(bundle)
}

/// Deal a match of a kind.
#[pyfunction]
#[pyo3(signature = (kind, seed=None, seats=None, stake=None, options=None))]
pub(crate) fn deal(
    py: Python<'_>,
    kind: &str,
    seed: Option<&Bound<'_, PyAny>>,
    seats: Option<usize>,
    stake: Option<i64>,
    options: Option<&Bound<'_, PyAny>>,
) -> PyResult<Match> {
    let (rules, kind) = convert::kind_named(kind)?;
    let setup = convert::setup(rules, kind, seats, stake, options)?;
    Ok(State::deal(rules, setup, convert::seed(py, seed)?)?.into())
}

/// The match of `Match.serialize`.
#[pyfunction]
pub(crate) fn restore(serialized: &[u8]) -> PyResult<Match> {
    let stored: Stored = serde_json::from_slice(serialized).map_err(|error| invalid(error.to_string()))?;
    if stored.format != FORMAT {
        return Err(invalid(format!("the format {} is unknown", stored.format)));
    }
    let rules =
        SHIPPED.find(&stored.game_id, &stored.version).ok_or_else(|| invalid("the game or its version is unknown"))?;
    let seed = Seed::from_hex(&stored.seed).ok_or_else(|| invalid("a seed is 64 lowercase hex characters"))?;
    if !rules.allows(&stored.config) || stored.drawn.len() != stored.config.seats {
        return Err(invalid("the config is not one of the game's"));
    }
    let mut state = State::deal(rules, stored.config, seed)?;
    let mut events = Events::off();
    for entry in stored.log {
        let (seat, entry, at) = match entry {
            StoredEntry::Choice(seat, choice, at) => (seat, Entry::Choice(choice), at),
            StoredEntry::Forfeit(seat, at) => (seat, Entry::Leave(Leave::Forfeited), at),
            StoredEntry::TimeOut(seat, at) => (seat, Entry::Leave(Leave::TimedOut), at),
        };
        if !state.enter(seat, entry, at, &mut events) {
            return Err(invalid("an entry of the log is not possible"));
        }
    }
    for (seat, &drawn) in Seats::all(state.setup.seats).iter().zip(&stored.drawn) {
        state.live.seek(seat, drawn);
    }
    state.drawn = stored.drawn;
    Ok(state.into())
}

/// The kinds, with their seats and encodings.
#[pyfunction]
pub(crate) fn kinds(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let described: serde_json::Map<String, Value> =
        SHIPPED.kinds().map(|(rules, kind)| (kind.kind.to_owned(), described(rules, kind))).collect();
    to_python(py, &described)
}

fn described(rules: &dyn Rules, kind: &Kind) -> Value {
    let (about, encoding) = (rules.about(), rules.encoding());
    let mut offset = 0;
    let parts: Vec<Value> = encoding
        .parts()
        .map(|part| {
            let from = offset;
            offset += part.len();
            json!({ "name": part.name, "offset": from, "shape": part.shape, "text": part.text })
        })
        .collect();
    json!({
        "game": about.id,
        "version": about.version,
        "label": kind.label,
        "rules": about.rules,
        "fewestSeats": about.seats.0,
        "mostSeats": about.seats.1,
        "seats": about.default_seats,
        "banked": about.banked,
        "policies": about.policies,
        "actions": { "count": encoding.actions, "text": encoding.action_text },
        "observation": {
            "shape": [encoding.observation_len()],
            "type": "float32",
            "text": Encoding::TEXT,
            "parts": parts,
            "omitted": encoding.omitted,
        },
    })
}
