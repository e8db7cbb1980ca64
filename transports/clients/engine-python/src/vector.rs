//! Many matches that are stepped together.

use crate::convert::{self, Number, invalid};
use crate::encode::planes_of;
use crate::opponent::Named;
use crate::rows::{Arrays, Ends, Part, Sizes, whole_numbers, zeros};
use crate::stored::seed_in_hex;
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods};
use pyo3::exceptions::{PyAttributeError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use turnstone_games::{MatchBatch, Rules, SHIPPED, SavedMatch, Seed, Setup};

/// What the pickle module stores: the function that restores an environment, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>, usize, Option<Py<PyAny>>));

/// The most matches of an environment, and the most threads.
const MAX_MATCHES: usize = 1 << 22;
const MAX_THREADS: usize = 1024;
/// The most matches of a batch, and the batches of each thread between two looks for a signal, such as Ctrl-C.
const BATCH: usize = 256;
const BATCHES_PER_SIGNAL: usize = 4;
/// The format of `serialize`. Format 1 has no opponents and no last observations.
const FORMAT: u32 = 2;

/// `n` matches of one kind, stepped together. Finished matches are dealt again at once.
#[pyclass(frozen, module = "turnstone_engine")]
pub(crate) struct VectorEnv {
    rules: &'static dyn Rules,
    setup: Setup,
    seed: Seed,
    options: Options,
    /// The opponent, if it is a function of Python.
    function: Option<Py<PyAny>>,
    /// Whether a step is running that calls Python or looks for signals.
    stepping: AtomicBool,
    /// Each batch but the last has `chunk` matches.
    batches: Mutex<Vec<Box<dyn MatchBatch>>>,
    chunk: usize,
    threads: usize,
    pool: Mutex<Pool>,
    /// The process that made it.
    process: u32,
    arrays: Arrays,
    actions: Py<PyArray1<i32>>,
}

/// How an environment plays and what it writes.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Options {
    opponents: Option<Named>,
    planes: bool,
    illegal_leaves: bool,
}

/// The threads of a process. A fork of the process has none of them.
struct Pool {
    process: u32,
    threads: Option<Arc<ThreadPool>>,
}

/// The stored form of an environment.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    format: u32,
    game_id: String,
    version: String,
    config: Setup,
    #[serde(with = "seed_in_hex")]
    seed: Seed,
    #[serde(default)]
    options: Options,
    matches: Vec<SavedMatch>,
    #[serde(flatten)]
    ends: Ends,
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (
        kind, n, seed=None, *, opponent=None, level=None, seat=None, seats=None, stake=None, options=None,
        planes=false, illegal_leaves=false, threads=Number(1),
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        kind: &str,
        n: Number<usize>,
        seed: Option<&Bound<'_, PyAny>>,
        opponent: Option<&Bound<'_, PyAny>>,
        level: Option<Number<u64>>,
        seat: Option<&Bound<'_, PyAny>>,
        seats: Option<Number<usize>>,
        stake: Option<Number<i64>>,
        options: Option<&Bound<'_, PyAny>>,
        planes: bool,
        illegal_leaves: bool,
        threads: Number<usize>,
    ) -> PyResult<Self> {
        let (rules, kind) = convert::kind_named(kind)?;
        let setup = convert::setup(rules, kind, seats, stake, options)?;
        let opponents = Named::new(&setup, opponent, level.map(|level| level.0), seat)?;
        let options = Options { opponents, planes, illegal_leaves };
        let env = Self::deal(py, rules, setup, convert::seed(py, seed)?, n.0, threads.0, options, opponent)?;
        env.write(py, false, |batch, _, part| batch.write(&mut part.rows))?;
        env.let_function_reply(py)?;
        Ok(env)
    }

    /// Play one action in each match, let opponents play, and write the new positions.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let posted = actions;
        let actions = whole_numbers(posted, self.arrays.sizes.matches, "actions")?;
        let _stepping = self.begin()?;
        if !self.options.illegal_leaves
            && let Some(at) = self.first_illegal(py, &actions)?
        {
            let action = posted.get_item(at)?;
            return Err(invalid(format!("action {action} is not legal in match {at}; none was played")));
        }
        if !self.options.opponents.as_ref().is_some_and(Named::is_slow) {
            return self.play(py, &actions, false);
        }
        // A function can fail, and Ctrl-C can end a long step: then nothing was played.
        let (before, ends) = (self.save(py)?, self.arrays.ends(py));
        let played = self.play(py, &actions, true).and_then(|()| self.let_function_reply(py));
        if played.is_err() {
            self.set(py, &before, &ends)?;
        }
        played
    }

    /// The environment in bytes.
    fn serialize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let _stepping = self.begin()?;
        let about = self.rules.about();
        let stored = Stored {
            format: FORMAT,
            game_id: about.id.to_owned(),
            version: about.version.to_owned(),
            config: self.setup.clone(),
            seed: self.seed,
            options: self.options.clone(),
            ends: self.arrays.ends(py),
            matches: self.save(py)?,
        };
        let bytes = serde_json::to_vec(&stored).map_err(|error| invalid(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The environment of `serialize`. One whose opponent was a function needs the function.
    #[classmethod]
    #[pyo3(signature = (serialized, threads=Number(1), opponent=None))]
    fn restore(
        class: &Bound<'_, PyType>,
        serialized: &[u8],
        threads: Number<usize>,
        opponent: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let stored: Stored = serde_json::from_slice(serialized).map_err(|error| invalid(error.to_string()))?;
        if !(1..=FORMAT).contains(&stored.format) {
            return Err(invalid(format!("the format {} is unknown", stored.format)));
        }
        let rules = SHIPPED
            .find(&stored.game_id, &stored.version)
            .filter(|rules| rules.allows(&stored.config))
            .ok_or_else(|| invalid("the game, its version or its config is unknown"))?;
        let is_function = stored.options.opponents.as_ref().is_some_and(Named::is_function);
        if is_function != opponent.is_some_and(|opponent| opponent.is_callable()) {
            let message = if is_function { "opponent: give the function again" } else { "opponent: it is stored" };
            return Err(invalid(message));
        }
        let (py, n) = (class.py(), stored.matches.len());
        let env = Self::deal(py, rules, stored.config, stored.seed, n, threads.0, stored.options, opponent)?;
        if !env.set(py, &stored.matches, &stored.ends)? {
            return Err(invalid("a position of the environment is not possible"));
        }
        Ok(env)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (env, py) = (slf.get(), slf.py());
        let function = env.function.as_ref().map(|function| function.clone_ref(py));
        Ok((slf.get_type().getattr("restore")?, (env.serialize(py)?, env.threads, function)))
    }

    /// A random legal action for each match, in an array that the next call overwrites.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let actions = self.actions.bind(py);
        let mut writing = actions.try_readwrite()?;
        let slice = writing.as_slice_mut()?;
        py.detach(|| {
            let mut batches = self.batches()?;
            batches.iter_mut().zip(slice.chunks_mut(self.chunk)).for_each(|(batch, actions)| batch.sample(actions));
            Ok::<_, PyErr>(())
        })?;
        Ok(actions.clone())
    }

    /// The observation of each match's seat to act.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.arrays.observations.shown.clone_ref(py)
    }

    /// The observations as planes.
    #[getter]
    fn planes(&self, py: Python<'_>) -> PyResult<Py<PyArray4<f32>>> {
        let planes = self.arrays.planes.as_ref().map(|(_, planes)| planes.shown.clone_ref(py));
        planes.ok_or_else(|| PyAttributeError::new_err("this environment was made without planes=True"))
    }

    /// The legal actions of each match's seat to act.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.arrays.masks.shown.clone_ref(py)
    }

    /// The seat to act of each match.
    #[getter]
    fn turns(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
        self.arrays.turns.shown.clone_ref(py)
    }

    /// The rewards of the last step by match and seat.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.arrays.rewards.shown.clone_ref(py)
    }

    /// Whether the last step ended each match.
    #[getter]
    fn ended(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.ended.shown.clone_ref(py)
    }

    /// The last observations of the matches that the last step ended.
    #[getter]
    fn final_observations(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f32>>> {
        let finals = self.arrays.finals.as_ref().map(|finals| finals.shown.clone_ref(py));
        finals.ok_or_else(|| PyAttributeError::new_err("without an opponent, there are no final observations"))
    }

    /// The number of matches.
    fn __len__(&self) -> usize {
        self.arrays.sizes.matches
    }
}

/// Marks an environment as stepping until it is dropped.
struct Stepping<'a>(&'a AtomicBool);

impl Drop for Stepping<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl VectorEnv {
    /// New matches. The rows are not written yet.
    #[expect(clippy::too_many_arguments, reason = "the parts of an environment")]
    fn deal(
        py: Python<'_>,
        rules: &'static dyn Rules,
        setup: Setup,
        seed: Seed,
        n: usize,
        threads: usize,
        options: Options,
        opponent: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        if !(1..=MAX_MATCHES).contains(&n) || !(1..=MAX_THREADS).contains(&threads) {
            return Err(invalid(format!("there are 1 to {MAX_MATCHES} matches and 1 to {MAX_THREADS} threads")));
        }
        let opponents = options.opponents.as_ref().map(|named| named.opponents(rules, &setup)).transpose()?;
        let kind = setup.kind.as_deref().unwrap_or(rules.about().id);
        let planes = options.planes.then(|| planes_of(rules, kind)).transpose()?;
        let encoding = rules.encoding();
        let sizes = Sizes {
            matches: n,
            observation: encoding.observation_len(),
            actions: encoding.actions,
            seats: setup.seats,
        };
        let finals = opponents.is_some() || setup.seats == 1;
        let arrays = Arrays::new(py, sizes, finals, planes)?;
        let chunk = n.div_ceil(threads).min(BATCH);
        let batches = py.detach(|| {
            let batch = |first: usize| rules.batch(&setup, &seed, first as u64, chunk.min(n - first), opponents);
            (0..n).step_by(chunk).map(batch).collect::<Option<Vec<_>>>()
        });
        let is_function = options.opponents.as_ref().is_some_and(Named::is_function);
        Ok(Self {
            rules,
            seed,
            options,
            function: opponent.filter(|_| is_function).map(|opponent| opponent.clone().unbind()),
            stepping: AtomicBool::new(false),
            batches: Mutex::new(batches.ok_or_else(|| invalid("the config is not one of the game's"))?),
            chunk,
            threads,
            pool: Mutex::new(Pool { process: std::process::id(), threads: None }),
            process: std::process::id(),
            arrays,
            actions: zeros(py, n)?.unbind(),
            setup,
        })
    }

    /// An error if a step is running: an opponent that is a function must not step its own environment.
    fn begin(&self) -> PyResult<Stepping<'_>> {
        if self.stepping.swap(true, Ordering::Acquire) {
            return Err(PyRuntimeError::new_err("a step of this environment is running"));
        }
        Ok(Stepping(&self.stepping))
    }

    /// Held only without the interpreter's lock, so that two threads cannot wait for each other. If another thread held
    /// it during a fork, it is never free in the child.
    fn batches(&self) -> PyResult<MutexGuard<'_, Vec<Box<dyn MatchBatch>>>> {
        match self.batches.try_lock() {
            Ok(batches) => Ok(batches),
            Err(TryLockError::Poisoned(batches)) => Ok(batches.into_inner()),
            Err(TryLockError::WouldBlock) if self.process != std::process::id() => {
                Err(PyRuntimeError::new_err("the process was forked during a step of this environment"))
            }
            Err(TryLockError::WouldBlock) => Ok(self.batches.lock().unwrap_or_else(PoisonError::into_inner)),
        }
    }

    /// The threads that step the batches, made at the first use in a process; `None` if there is only one.
    fn pool(&self, batches: usize) -> PyResult<Option<Arc<ThreadPool>>> {
        let count = self.threads.min(batches);
        if count < 2 {
            return Ok(None);
        }
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if pool.process != std::process::id() {
            // The threads are those of the parent: there is nothing to end here.
            std::mem::forget(pool.threads.take());
            pool.process = std::process::id();
        }
        if pool.threads.is_none() {
            let threads = ThreadPoolBuilder::new().num_threads(count).build();
            pool.threads = Some(Arc::new(threads.map_err(|error| invalid(error.to_string()))?));
        }
        Ok(pool.threads.clone())
    }

    fn save(&self, py: Python<'_>) -> PyResult<Vec<SavedMatch>> {
        py.detach(|| Ok(self.batches()?.iter().flat_map(|batch| batch.save()).collect()))
    }

    /// Continue from saved positions, and write them. False if that is impossible.
    fn set(&self, py: Python<'_>, matches: &[SavedMatch], ends: &Ends) -> PyResult<bool> {
        let restored = py.detach(|| {
            let mut batches = self.batches()?;
            PyResult::Ok(batches.iter_mut().zip(matches.chunks(self.chunk)).all(|(batch, saved)| batch.restore(saved)))
        })?;
        if !restored {
            return Ok(false);
        }
        self.write(py, false, |batch, _, part| batch.write(&mut part.rows))?;
        self.arrays.set_ends(py, ends)
    }

    fn first_illegal(&self, py: Python<'_>, actions: &[i32]) -> PyResult<Option<usize>> {
        py.detach(|| {
            let batches = self.batches()?;
            let mut chunks = batches.iter().zip(actions.chunks(self.chunk)).enumerate();
            Ok(chunks.find_map(|(at, (batch, actions))| Some(at * self.chunk + batch.first_illegal(actions)?)))
        })
    }

    fn play(&self, py: Python<'_>, actions: &[i32], signals: bool) -> PyResult<()> {
        let chunks: Vec<&[i32]> = actions.chunks(self.chunk).collect();
        self.write(py, signals, |batch, at, part| batch.step(chunks[at], &mut part.rows))
    }

    /// If the opponent is a function, call it until the learner is to act in every match.
    fn let_function_reply(&self, py: Python<'_>) -> PyResult<()> {
        let Some(function) = &self.function else { return Ok(()) };
        loop {
            let waiting: Vec<Vec<usize>> =
                py.detach(|| PyResult::Ok(self.batches()?.iter().map(|batch| batch.waiting()).collect()))?;
            let numbers = waiting.iter().enumerate();
            let numbers: Vec<usize> =
                numbers.flat_map(|(at, matches)| matches.iter().map(move |one| at * self.chunk + one)).collect();
            if numbers.is_empty() {
                return Ok(());
            }
            let index = PyArray1::from_iter(py, numbers.iter().map(|&number| number as i64));
            let observations = self.arrays.observations.shown.bind(py).get_item(&index)?;
            let masks = self.arrays.masks.shown.bind(py).get_item(&index)?;
            let posted = function.bind(py).call1((observations, masks))?;
            let actions = whole_numbers(&posted, numbers.len(), "the opponent's actions")?;
            self.check_replies(py, &numbers, &actions)?;
            let mut rest = actions.as_slice();
            let replies: Vec<&[i32]> =
                waiting.iter().map(|matches| rest.split_off(..matches.len()).unwrap_or_default()).collect();
            self.write(py, false, |batch, at, part| batch.reply(replies[at], &mut part.rows))?;
        }
    }

    /// An error if an action of the opponent is not legal.
    fn check_replies(&self, py: Python<'_>, numbers: &[usize], actions: &[i32]) -> PyResult<()> {
        let masks = self.arrays.masks.written.bind(py).readonly();
        let masks = masks.as_array();
        let is_legal = |number: usize, action: i32| {
            usize::try_from(action).ok().and_then(|action| masks.get((number, action)).copied()).unwrap_or_default()
        };
        match numbers.iter().zip(actions).find(|(number, action)| !is_legal(**number, **action)) {
            None => Ok(()),
            Some((number, action)) => {
                Err(invalid(format!("the opponent's action {action} is not legal in match {number}; none was played")))
            }
        }
    }

    /// Let each batch write its part, without the interpreter's lock. With `signals`, a signal such as Ctrl-C can end it.
    fn write(
        &self,
        py: Python<'_>,
        signals: bool,
        write: impl Fn(&mut dyn MatchBatch, usize, &mut Part) + Sync,
    ) -> PyResult<()> {
        let write = |(at, batch, part): (usize, &mut Box<dyn MatchBatch>, &mut Part)| {
            write(batch.as_mut(), at, part);
            part.write_planes();
        };
        self.arrays.with_parts(py, self.chunk, |mut parts| {
            let group = if signals { BATCHES_PER_SIGNAL * self.threads } else { parts.len() };
            let threads = self.pool(parts.len())?;
            for (number, parts) in parts.chunks_mut(group).enumerate() {
                let first = number * group;
                py.detach(|| {
                    let mut batches = self.batches()?;
                    let batches = batches[first..].iter_mut();
                    let work = batches.zip(parts).enumerate().map(|(at, (batch, part))| (first + at, batch, part));
                    match &threads {
                        None => work.for_each(write),
                        Some(threads) => {
                            let work: Vec<_> = work.collect();
                            threads.install(|| work.into_par_iter().for_each(write));
                        }
                    }
                    PyResult::Ok(())
                })?;
                if signals {
                    py.check_signals()?;
                }
            }
            Ok(())
        })
    }
}
