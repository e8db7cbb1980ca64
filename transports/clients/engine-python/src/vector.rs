//! Many matches that are stepped together.

use crate::convert::{self, Number, invalid};
use crate::stored::seed_in_hex;
use numpy::{PyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use turnstone_games::{BatchRows, MatchBatch, Rules, SHIPPED, SavedMatch, Seed, Setup};

/// What the pickle module stores: the function that restores an environment, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>, usize));

/// The most matches of an environment, and the most threads.
const MAX_MATCHES: usize = 1 << 22;
const MAX_THREADS: usize = 1024;
/// The format of `serialize`.
const FORMAT: u32 = 1;

/// `n` matches of one kind, stepped together. Finished matches are dealt again at once.
#[pyclass(frozen, module = "turnstone_engine")]
pub(crate) struct VectorEnv {
    rules: &'static dyn Rules,
    setup: Setup,
    seed: Seed,
    /// One batch for each thread.
    batches: Mutex<Vec<Box<dyn MatchBatch>>>,
    /// The number of matches of each batch but the last.
    chunk: usize,
    threads: usize,
    pool: Mutex<Pool>,
    /// The process that made it.
    process: u32,
    sizes: Sizes,
    observations: Rows<PyArray2<f32>>,
    masks: Rows<PyArray2<bool>>,
    turns: Rows<PyArray1<u8>>,
    rewards: Rows<PyArray2<f32>>,
    ended: Rows<PyArray1<bool>>,
    actions: Py<PyArray1<i32>>,
}

/// The threads of a process. A fork of the process has none of them.
struct Pool {
    process: u32,
    threads: Option<Arc<ThreadPool>>,
}

/// An array, and the view of it that Python gets. The view cannot be written or resized.
struct Rows<A> {
    written: Py<A>,
    shown: Py<A>,
}

#[derive(Clone, Copy)]
struct Sizes {
    matches: usize,
    observation: usize,
    actions: usize,
    seats: usize,
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
    matches: Vec<SavedMatch>,
    rewards: Vec<f32>,
    ended: Vec<bool>,
}

/// An array of zeros. Python's own function raises MemoryError where there is no memory.
fn zeros<'py, T: numpy::Element, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    shape: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let array = py.import("numpy")?.call_method1("zeros", (shape, T::get_dtype(py)))?;
    Ok(array.cast_into()?)
}

impl<T: numpy::Element, D: numpy::ndarray::Dimension> Rows<PyArray<T, D>> {
    fn new<'py>(py: Python<'py>, shape: impl IntoPyObject<'py>) -> PyResult<Self> {
        let written = zeros::<T, D>(py, shape)?;
        let shown = written.call_method0("view")?;
        shown.getattr("flags")?.setattr("writeable", false)?;
        Ok(Self { shown: shown.cast_into()?.unbind(), written: written.unbind() })
    }
}

/// The actions of a step as numbers. Fractions, truth values and texts are no actions.
fn whole_numbers(actions: &Bound<'_, PyAny>, matches: usize) -> PyResult<Vec<i32>> {
    let py = actions.py();
    let array = py.import("numpy")?.call_method1("asarray", (actions,))?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    if kind != "i" && kind != "u" {
        return Err(PyTypeError::new_err(format!("actions are integers, not {dtype}")));
    }
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape != [matches] {
        return Err(invalid(format!("actions of the shape {shape:?} for {matches} matches")));
    }
    if let Ok(actions) = array.cast::<PyArray1<i32>>() {
        return Ok(actions.readonly().as_array().to_vec());
    }
    // What does not fit is an action of no match.
    if kind == "u" {
        let wide = array.call_method1("astype", ("uint64",))?;
        let wide = wide.cast::<PyArray1<u64>>()?.readonly();
        return Ok(wide.as_array().iter().map(|&action| i32::try_from(action).unwrap_or(i32::MAX)).collect());
    }
    let wide = array.call_method1("astype", ("int64",))?;
    let wide = wide.cast::<PyArray1<i64>>()?.readonly();
    Ok(wide.as_array().iter().map(|&action| i32::try_from(action).unwrap_or(i32::MAX)).collect())
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (kind, n, seed=None, *, seats=None, stake=None, options=None, threads=Number(1)))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        kind: &str,
        n: Number<usize>,
        seed: Option<&Bound<'_, PyAny>>,
        seats: Option<Number<usize>>,
        stake: Option<Number<i64>>,
        options: Option<&Bound<'_, PyAny>>,
        threads: Number<usize>,
    ) -> PyResult<Self> {
        let (rules, kind) = convert::kind_named(kind)?;
        let setup = convert::setup(rules, kind, seats, stake, options)?;
        let env = Self::deal(py, rules, setup, convert::seed(py, seed)?, n.0, threads.0)?;
        env.write(py, |batch, _, rows| batch.write(rows), &[])?;
        Ok(env)
    }

    /// Play one action in each match and write the new positions.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let posted = actions;
        let actions = whole_numbers(posted, self.sizes.matches)?;
        let illegal = py.detach(|| {
            let batches = self.batches()?;
            let mut chunks = batches.iter().zip(actions.chunks(self.chunk)).enumerate();
            Ok::<_, PyErr>(
                chunks.find_map(|(at, (batch, actions))| Some(at * self.chunk + batch.first_illegal(actions)?)),
            )
        })?;
        if let Some(at) = illegal {
            let action = posted.get_item(at)?;
            return Err(invalid(format!("action {action} is not legal in match {at}; none was played")));
        }
        self.write(py, |batch, actions, rows| batch.step(actions, rows), &actions)
    }

    /// The environment in bytes.
    fn serialize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let about = self.rules.about();
        let stored = Stored {
            format: FORMAT,
            game_id: about.id.to_owned(),
            version: about.version.to_owned(),
            config: self.setup.clone(),
            seed: self.seed,
            rewards: self.rewards.written.bind(py).readonly().as_array().iter().copied().collect(),
            ended: self.ended.written.bind(py).readonly().as_array().to_vec(),
            matches: py.detach(|| Ok::<_, PyErr>(self.batches()?.iter().flat_map(|batch| batch.save()).collect()))?,
        };
        let bytes = serde_json::to_vec(&stored).map_err(|error| invalid(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The environment of `serialize`.
    #[classmethod]
    #[pyo3(signature = (serialized, threads=Number(1)))]
    fn restore(class: &Bound<'_, PyType>, serialized: &[u8], threads: Number<usize>) -> PyResult<Self> {
        let stored: Stored = serde_json::from_slice(serialized).map_err(|error| invalid(error.to_string()))?;
        if stored.format != FORMAT {
            return Err(invalid(format!("the format {} is unknown", stored.format)));
        }
        let rules = SHIPPED
            .find(&stored.game_id, &stored.version)
            .filter(|rules| rules.allows(&stored.config))
            .ok_or_else(|| invalid("the game, its version or its config is unknown"))?;
        let py = class.py();
        let env = Self::deal(py, rules, stored.config, stored.seed, stored.matches.len(), threads.0)?;
        let restored = {
            let mut batches = env.batches()?;
            batches.iter_mut().zip(stored.matches.chunks(env.chunk)).all(|(batch, saved)| batch.restore(saved))
        };
        let Sizes { matches, seats, .. } = env.sizes;
        if !restored || stored.rewards.len() != matches * seats || stored.ended.len() != matches {
            return Err(invalid("a position of the environment is not possible"));
        }
        env.write(py, |batch, _, rows| batch.write(rows), &[])?;
        env.rewards.written.bind(py).try_readwrite()?.as_slice_mut()?.copy_from_slice(&stored.rewards);
        env.ended.written.bind(py).try_readwrite()?.as_slice_mut()?.copy_from_slice(&stored.ended);
        Ok(env)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let env = slf.get();
        Ok((slf.get_type().getattr("restore")?, (env.serialize(slf.py())?, env.threads)))
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
        self.observations.shown.clone_ref(py)
    }

    /// The legal actions of each match's seat to act.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.masks.shown.clone_ref(py)
    }

    /// The seat to act of each match.
    #[getter]
    fn turns(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
        self.turns.shown.clone_ref(py)
    }

    /// The rewards of the last step by match and seat.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.shown.clone_ref(py)
    }

    /// Whether the last step ended each match.
    #[getter]
    fn ended(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.ended.shown.clone_ref(py)
    }

    /// The number of matches.
    fn __len__(&self) -> usize {
        self.sizes.matches
    }
}

type Write = fn(&mut dyn MatchBatch, &[i32], &mut BatchRows);

impl VectorEnv {
    /// New matches. The rows are not written yet.
    fn deal(
        py: Python<'_>,
        rules: &'static dyn Rules,
        setup: Setup,
        seed: Seed,
        n: usize,
        threads: usize,
    ) -> PyResult<Self> {
        if !(1..=MAX_MATCHES).contains(&n) || !(1..=MAX_THREADS).contains(&threads) {
            return Err(invalid(format!("there are 1 to {MAX_MATCHES} matches and 1 to {MAX_THREADS} threads")));
        }
        let encoding = rules.encoding();
        let sizes = Sizes {
            matches: n,
            observation: encoding.observation_len(),
            actions: encoding.actions,
            seats: setup.seats,
        };
        let (observations, masks) = (Rows::new(py, (n, sizes.observation))?, Rows::new(py, (n, sizes.actions))?);
        let chunk = n.div_ceil(threads);
        let batch = |first: usize| rules.batch(&setup, &seed, first as u64, chunk.min(n - first));
        let batches: Option<Vec<_>> = (0..n).step_by(chunk).map(batch).collect();
        Ok(Self {
            rules,
            seed,
            batches: Mutex::new(batches.ok_or_else(|| invalid("the config is not one of the game's"))?),
            chunk,
            threads,
            pool: Mutex::new(Pool { process: std::process::id(), threads: None }),
            process: std::process::id(),
            sizes,
            observations,
            masks,
            turns: Rows::new(py, n)?,
            rewards: Rows::new(py, (n, setup.seats))?,
            ended: Rows::new(py, n)?,
            actions: zeros(py, n)?.unbind(),
            setup,
        })
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

    /// The threads that step the batches, made at the first use in a process; `None` if there is only one batch.
    fn pool(&self, batches: usize) -> PyResult<Option<Arc<ThreadPool>>> {
        if batches < 2 {
            return Ok(None);
        }
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if pool.process != std::process::id() {
            // The threads are those of the parent: there is nothing to end here.
            std::mem::forget(pool.threads.take());
            pool.process = std::process::id();
        }
        if pool.threads.is_none() {
            let threads = ThreadPoolBuilder::new().num_threads(batches).build();
            pool.threads = Some(Arc::new(threads.map_err(|error| invalid(error.to_string()))?));
        }
        Ok(pool.threads.clone())
    }

    /// Let each batch write its rows, without the interpreter's lock.
    fn write(&self, py: Python<'_>, write: Write, actions: &[i32]) -> PyResult<()> {
        let mut observations = self.observations.written.bind(py).try_readwrite()?;
        let mut masks = self.masks.written.bind(py).try_readwrite()?;
        let mut turns = self.turns.written.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.written.bind(py).try_readwrite()?;
        let mut ended = self.ended.written.bind(py).try_readwrite()?;
        let mut all = BatchRows {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            seats: turns.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            ended: ended.as_slice_mut()?,
        };
        py.detach(|| {
            let mut batches = self.batches()?;
            let Some(threads) = self.pool(batches.len())? else {
                batches.iter_mut().for_each(|batch| write(batch.as_mut(), actions, &mut all));
                return Ok(());
            };
            let (batches, chunks) = (&mut *batches, split(all, self.chunk, self.sizes));
            threads.install(|| {
                batches.par_iter_mut().zip(chunks).enumerate().for_each(|(at, (batch, mut rows))| {
                    let from = (at * self.chunk).min(actions.len());
                    write(batch.as_mut(), &actions[from..actions.len().min(from + self.chunk)], &mut rows);
                });
            });
            Ok(())
        })
    }
}

/// The rows of each batch.
fn split(rows: BatchRows<'_>, chunk: usize, sizes: Sizes) -> Vec<BatchRows<'_>> {
    let observations = rows.observations.chunks_mut(chunk * sizes.observation);
    let masks = rows.masks.chunks_mut(chunk * sizes.actions);
    let rewards = rows.rewards.chunks_mut(chunk * sizes.seats);
    let turns = rows.seats.chunks_mut(chunk).zip(rows.ended.chunks_mut(chunk));
    let parts = observations.zip(masks).zip(rewards).zip(turns);
    parts
        .map(|(((observations, masks), rewards), (seats, ended))| BatchRows {
            observations,
            masks,
            seats,
            rewards,
            ended,
        })
        .collect()
}
