//! One match.

use crate::convert::{self, Number, as_value, from_python, invalid, loads, to_python};
use crate::stored;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::{Mutex, MutexGuard, PoisonError};
use turnstone_games::{
    Audience, Bundle, Dice, Encoding, Entry, Events, Kind, Leave, Planes, Rules, SHIPPED, Seat, Seed, Setup,
};

/// Playouts between two looks for a signal, such as Ctrl-C.
const PLAYOUTS: usize = 64;

/// A match in play.
#[pyclass(frozen, module = "turnstone_engine")]
pub(crate) struct Match(Mutex<State>);

/// A redraw of hidden information.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Redraw {
    /// The number of entries of the log before it.
    pub(crate) ply: usize,
    /// The seat that kept what it knew.
    pub(crate) seat: Seat,
    #[serde(with = "crate::stored::seed_in_hex")]
    pub(crate) seed: Seed,
}

/// A match with what is needed to deal and replay it.
pub(crate) struct State {
    pub(crate) rules: &'static dyn Rules,
    pub(crate) setup: Setup,
    pub(crate) seed: Seed,
    pub(crate) live: Box<dyn turnstone_games::Match>,
    /// Seat, entry, and the time of the entry in epoch milliseconds, 0 if it has none.
    pub(crate) log: Vec<(Seat, Entry, u64)>,
    /// The words that automatic players have drawn, by seat.
    pub(crate) drawn: Vec<u64>,
    /// The redraws of hidden information. After one, seed and log alone no longer lead to this position.
    pub(crate) redraws: Vec<Redraw>,
}

impl PartialEq for State {
    /// Whether the same deal, entries and redraws led to both.
    fn eq(&self, other: &Self) -> bool {
        let rules = |state: &Self| (state.rules.about().id, state.rules.about().version);
        rules(self) == rules(other)
            && self.setup == other.setup
            && self.seed == other.seed
            && self.log == other.log
            && self.drawn == other.drawn
            && self.redraws == other.redraws
    }
}

impl State {
    pub(crate) fn deal(rules: &'static dyn Rules, setup: Setup, seed: Seed) -> PyResult<Self> {
        let live = rules
            .deal(&setup, &seed, &mut Events::off())
            .ok_or_else(|| invalid("the config is not one of the game's"))?;
        let drawn = vec![0; setup.seats];
        Ok(Self { rules, setup, seed, live, log: Vec::new(), drawn, redraws: Vec::new() })
    }

    /// Play an entry, if it is possible, and log it.
    pub(crate) fn enter(&mut self, seat: Seat, entry: Entry, at: u64, events: &mut Events) -> bool {
        let played = entry.play(seat, self.live.as_mut(), events);
        if played {
            self.log.push((seat, entry, at));
        }
        played
    }

    /// Redraw what a seat cannot know.
    pub(crate) fn redraw(&mut self, seat: Seat, seed: Seed) {
        self.live.exchange_hidden(Some(seat), &mut Dice::dealer(&seed));
        self.redraws.push(Redraw { ply: self.log.len(), seat, seed });
    }

    /// The choice of a legal action as JSON.
    pub(crate) fn find(&self, seat: Seat, action: &Value) -> Option<u16> {
        self.live.find(seat, action)
    }

    /// The seat with this number; without one the lowest that may act.
    fn seat(&self, number: Option<Number<usize>>) -> PyResult<Seat> {
        match number {
            Some(number) => convert::seat(number.0, self.setup.seats),
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
            redraws: self.redraws.clone(),
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
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
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
    fn legal<'py>(&self, py: Python<'py>, seat: Option<Number<usize>>) -> PyResult<Bound<'py, PyAny>> {
        let legal = {
            let state = self.state();
            let seat = if seat.is_none() && state.live.to_act().is_empty() { Seat(0) } else { state.seat(seat)? };
            state.live.legal_actions(seat)
        };
        to_python(py, &legal)
    }

    /// The index of each legal action of a seat in the encoding, in the order of `legal`.
    #[pyo3(signature = (seat=None))]
    fn legal_indices(&self, seat: Option<Number<usize>>) -> PyResult<Vec<u16>> {
        let state = self.state();
        Ok(state.live.encoded_actions(state.seat(seat)?))
    }

    /// Whether each index of the encoding is legal for a seat.
    #[pyo3(signature = (seat=None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<Number<usize>>) -> PyResult<Bound<'py, PyArray1<bool>>> {
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
    fn observation<'py>(&self, py: Python<'py>, seat: Option<Number<usize>>) -> PyResult<Bound<'py, PyArray1<f32>>> {
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
        seat: Option<Number<usize>>,
        events: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let index: Option<i64> = match action.cast::<PyInt>() {
            Ok(number) => Some(number.extract::<Number<i64>>()?.0),
            // The scalars of numpy are no Python integers.
            Err(_) if action.hasattr("__index__")? => {
                Some(action.call_method0("__index__")?.extract::<Number<i64>>()?.0)
            }
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
        seat: Number<usize>,
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
    fn choose(
        &self,
        py: Python<'_>,
        policy: &str,
        seat: Option<Number<usize>>,
        level: Option<Number<u64>>,
    ) -> PyResult<u16> {
        py.detach(|| {
            let mut state = self.state();
            let seat = state.seat(seat)?;
            let policy = convert::policy(state.rules, &state.setup, policy, level.map(|number| number.0))?;
            let (choice, drawn) =
                state.live.choice_of(seat, policy).ok_or_else(|| invalid("the seat may not act now"))?;
            state.live.seek(seat, drawn);
            state.drawn[seat.index()] = drawn;
            Ok(state.live.encoded_actions(seat)[usize::from(choice)])
        })
    }

    /// The view of a seat; without one, of a spectator. `sealed` hides at the end what play has not shown.
    #[pyo3(signature = (seat=None, sealed=false))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<Number<usize>>, sealed: bool) -> PyResult<Bound<'py, PyAny>> {
        let view = {
            let state = self.state();
            let seat = seat.map(|number| convert::seat(number.0, state.setup.seats)).transpose()?;
            state.live.view(Audience { seat, sealed })
        };
        loads(py, view.get())
    }

    /// The view of a seat as text; without one, of a spectator.
    #[pyo3(signature = (seat=None))]
    fn drawn(&self, seat: Option<Number<usize>>) -> PyResult<String> {
        let state = self.state();
        let seat = seat.map(|number| convert::seat(number.0, state.setup.seats)).transpose()?;
        let view = as_value(&state.live.view(Audience { seat, sealed: false }))?;
        state.rules.drawn(&view, seat).ok_or_else(|| invalid("the view has another form"))
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

    /// A copy in which everything that a seat cannot know is redrawn by a seed.
    #[pyo3(signature = (seat, seed=None))]
    fn redrawn(&self, py: Python<'_>, seat: Number<usize>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let seed = convert::seed(py, seed)?;
        let mut copy = self.state().copy();
        let seat = copy.seat(Some(seat))?;
        copy.redraw(seat, seed);
        Ok(copy.into())
    }

    /// Let random players play this position to its end `n` times. Returns the mean score of each seat in chips.
    #[pyo3(signature = (n, seed=None))]
    fn random_playouts(&self, py: Python<'_>, n: Number<usize>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<f64>> {
        let seed = convert::seed(py, seed)?;
        let (mut start, seats) = {
            let state = self.state();
            (state.live.fork(), state.setup.seats)
        };
        let (mut player, mut sums) = (Dice::dealer(&seed), vec![0_i64; seats]);
        for first in (0..n.0).step_by(PLAYOUTS) {
            let some = PLAYOUTS.min(n.0 - first);
            py.detach(|| playouts(start.as_mut(), &mut player, some, &mut sums));
            py.check_signals()?;
        }
        Ok(sums.into_iter().map(|sum| sum as f64 / n.0.max(1) as f64).collect())
    }

    /// The match in bytes: its game, version, config, seed, log and redraws.
    fn serialize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let stored = stored::to_bytes(&self.state())?;
        Ok(PyBytes::new(py, &stored))
    }

    fn __copy__(&self) -> Self {
        self.fork()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.fork()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.import("turnstone_engine")?.getattr("restore")?, (self.serialize(py)?,)))
    }

    /// Whether the same deal, actions and redraws led to both matches.
    fn __eq__(&self, other: &Self) -> bool {
        // The two locks are not held at the same time: another thread may compare them the other way round.
        let copy = self.state().copy();
        copy == *other.state()
    }

    /// The replay bundle of a finished match.
    fn bundle<'py>(&self, py: Python<'py>, session_id: String) -> PyResult<Bound<'py, PyAny>> {
        let bundle = bundle_of(&self.state(), session_id)?;
        to_python(py, &bundle)
    }

    fn __repr__(&self) -> String {
        let state = self.state();
        let kind = state.setup.kind.as_deref().unwrap_or(state.rules.about().id);
        format!("<Match {kind}, {} seats, ply {}>", state.setup.seats, state.log.len())
    }
}

/// Play a position to its end `n` times, and add the scores.
fn playouts(start: &mut dyn turnstone_games::Match, player: &mut Dice, n: usize, sums: &mut [i64]) {
    for _ in 0..n {
        let mut fork = start.fork();
        fork.play_out(player);
        let scores = fork.outcome().map(|outcome| outcome.scores()).unwrap_or_default();
        sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
    }
}

fn bundle_of(state: &State, session_id: String) -> PyResult<Bundle> {
    if !state.redraws.is_empty() {
        return Err(invalid("the hidden information of this match was redrawn: it has no bundle"));
    }
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
    seats: Option<Number<usize>>,
    stake: Option<Number<i64>>,
    options: Option<&Bound<'_, PyAny>>,
) -> PyResult<Match> {
    let (rules, kind) = convert::kind_named(kind)?;
    let setup = convert::setup(rules, kind, seats, stake, options)?;
    Ok(State::deal(rules, setup, convert::seed(py, seed)?)?.into())
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
            "planes": encoding.planes().map(|planes| {
                json!({ "shape": planes.shape, "type": "float32", "text": Planes::TEXT, "channels": planes.channels })
            }),
        },
    })
}
