//! Many matches that are stepped together.

use crate::convert::{self, invalid};
use numpy::{AllowTypeChange, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, MutexGuard, PoisonError};
use turnstone_games::{BatchRows, MatchBatch};

/// `n` matches of one kind, stepped together. Finished matches are dealt again at once.
#[pyclass(frozen, module = "turnstone_engine")]
pub(crate) struct VectorEnv {
    /// One batch for each thread.
    batches: Mutex<Vec<Box<dyn MatchBatch>>>,
    /// The number of matches of each batch but the last.
    chunk: usize,
    threads: Option<ThreadPool>,
    sizes: Sizes,
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<bool>>,
    turns: Py<PyArray1<u8>>,
    rewards: Py<PyArray2<f32>>,
    ended: Py<PyArray1<bool>>,
    actions: Py<PyArray1<i32>>,
}

#[derive(Clone, Copy)]
struct Sizes {
    matches: usize,
    observation: usize,
    actions: usize,
    seats: usize,
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (kind, n, seed=None, *, seats=None, stake=None, options=None, threads=1))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        kind: &str,
        n: usize,
        seed: Option<&Bound<'_, PyAny>>,
        seats: Option<usize>,
        stake: Option<i64>,
        options: Option<&Bound<'_, PyAny>>,
        threads: usize,
    ) -> PyResult<Self> {
        let (rules, kind) = convert::kind_named(kind)?;
        let setup = convert::setup(rules, kind, seats, stake, options)?;
        let seed = convert::seed(py, seed)?;
        if n == 0 || threads == 0 {
            return Err(invalid("there is at least one match and one thread"));
        }
        let chunk = n.div_ceil(threads);
        let batch = |first: usize| rules.batch(&setup, &seed, first as u64, chunk.min(n - first));
        let batches: Option<Vec<_>> = (0..n).step_by(chunk).map(batch).collect();
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build()).transpose();
        let encoding = rules.encoding();
        let sizes = Sizes {
            matches: n,
            observation: encoding.observation_len(),
            actions: encoding.actions,
            seats: setup.seats,
        };
        let env = Self {
            batches: Mutex::new(batches.ok_or_else(|| invalid("the config is not one of the game's"))?),
            chunk,
            threads: pool.map_err(|error| invalid(error.to_string()))?,
            sizes,
            observations: PyArray2::zeros(py, [n, sizes.observation], false).unbind(),
            masks: PyArray2::zeros(py, [n, sizes.actions], false).unbind(),
            turns: PyArray1::zeros(py, [n], false).unbind(),
            rewards: PyArray2::zeros(py, [n, sizes.seats], false).unbind(),
            ended: PyArray1::zeros(py, [n], false).unbind(),
            actions: PyArray1::zeros(py, [n], false).unbind(),
        };
        env.write(py, |batch, _, rows| batch.write(rows), &[])?;
        Ok(env)
    }

    /// Play one action in each match and write the new positions.
    fn step(&self, py: Python<'_>, actions: PyArrayLike1<'_, i32, AllowTypeChange>) -> PyResult<()> {
        if actions.len() != self.sizes.matches {
            return Err(invalid(format!("{} actions for {} matches", actions.len(), self.sizes.matches)));
        }
        let actions = actions.as_slice().map_err(|_| invalid("actions are contiguous"))?;
        let illegal = py.detach(|| {
            let batches = self.batches();
            let mut chunks = batches.iter().zip(actions.chunks(self.chunk)).enumerate();
            chunks.find_map(|(at, (batch, actions))| Some(at * self.chunk + batch.first_illegal(actions)?))
        });
        if let Some(at) = illegal {
            return Err(invalid(format!("action {} is not legal in match {at}; none was played", actions[at])));
        }
        self.write(py, |batch, actions, rows| batch.step(actions, rows), actions)
    }

    /// A random legal action for each match, in an array that the next call overwrites.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let actions = self.actions.bind(py);
        let mut writing = actions.try_readwrite()?;
        let slice = writing.as_slice_mut()?;
        py.detach(|| {
            let mut batches = self.batches();
            batches.iter_mut().zip(slice.chunks_mut(self.chunk)).for_each(|(batch, actions)| batch.sample(actions));
        });
        Ok(actions.clone())
    }

    /// The observation of each match's seat to act.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.observations.clone_ref(py)
    }

    /// The legal actions of each match's seat to act.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.masks.clone_ref(py)
    }

    /// The seat to act of each match.
    #[getter]
    fn turns(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
        self.turns.clone_ref(py)
    }

    /// The rewards of the last step by match and seat.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Whether the last step ended each match.
    #[getter]
    fn ended(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.ended.clone_ref(py)
    }

    /// The number of matches.
    fn __len__(&self) -> usize {
        self.sizes.matches
    }
}

type Write = fn(&mut dyn MatchBatch, &[i32], &mut BatchRows);

impl VectorEnv {
    /// Held only without the interpreter's lock, so that two threads cannot wait for each other.
    fn batches(&self) -> MutexGuard<'_, Vec<Box<dyn MatchBatch>>> {
        self.batches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Let each batch write its rows, without the interpreter's lock.
    fn write(&self, py: Python<'_>, write: Write, actions: &[i32]) -> PyResult<()> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let mut turns = self.turns.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut ended = self.ended.bind(py).try_readwrite()?;
        let mut all = BatchRows {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            seats: turns.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            ended: ended.as_slice_mut()?,
        };
        py.detach(|| {
            let mut batches = self.batches();
            let Some(threads) = &self.threads else {
                batches.iter_mut().for_each(|batch| write(batch.as_mut(), actions, &mut all));
                return;
            };
            let (batches, chunks) = (&mut *batches, split(all, self.chunk, self.sizes));
            threads.install(|| {
                batches.par_iter_mut().zip(chunks).enumerate().for_each(|(at, (batch, mut rows))| {
                    let from = (at * self.chunk).min(actions.len());
                    write(batch.as_mut(), &actions[from..actions.len().min(from + self.chunk)], &mut rows);
                });
            });
        });
        Ok(())
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
