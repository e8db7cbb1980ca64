//! The arrays of an environment, which are the engine's own memory.

use crate::convert::invalid;
use numpy::{PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use turnstone_games::{BatchRows, Planes};

/// An array, and the view of it that Python gets. The view cannot be written or resized.
pub(crate) struct Rows<A> {
    pub(crate) written: Py<A>,
    pub(crate) shown: Py<A>,
}

/// The arrays of all matches.
pub(crate) struct Arrays {
    pub(crate) sizes: Sizes,
    pub(crate) observations: Rows<PyArray2<f32>>,
    pub(crate) masks: Rows<PyArray2<bool>>,
    pub(crate) turns: Rows<PyArray1<u8>>,
    pub(crate) rewards: Rows<PyArray2<f32>>,
    pub(crate) ended: Rows<PyArray1<bool>>,
    /// With one learner in each match.
    pub(crate) finals: Option<Rows<PyArray2<f32>>>,
    pub(crate) planes: Option<(Planes, Rows<PyArray4<f32>>)>,
}

#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    pub(crate) matches: usize,
    pub(crate) observation: usize,
    pub(crate) actions: usize,
    pub(crate) seats: usize,
}

/// The part of the arrays that one batch writes.
pub(crate) struct Part<'a> {
    pub(crate) rows: BatchRows<'a>,
    /// The places of the planes' numbers in an observation, and the planes.
    planes: Option<(&'a [u16], &'a mut [f32])>,
}

/// What the last step has ended. The rest of the arrays follows from the positions.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Ends {
    rewards: Vec<f32>,
    ended: Vec<bool>,
    /// The last observations of the matches that ended. Format 1 has none.
    #[serde(default)]
    finals: Vec<f32>,
}

/// An array of zeros. Python's own function raises MemoryError where there is no memory.
pub(crate) fn zeros<'py, T: numpy::Element, D: numpy::ndarray::Dimension>(
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

impl Arrays {
    pub(crate) fn new(py: Python<'_>, sizes: Sizes, finals: bool, planes: Option<Planes>) -> PyResult<Self> {
        let Sizes { matches: n, observation, actions, seats } = sizes;
        let planes = planes.map(|planes| {
            let [channels, rows, columns] = planes.shape;
            PyResult::Ok((planes, Rows::new(py, (n, channels, rows, columns))?))
        });
        Ok(Self {
            sizes,
            observations: Rows::new(py, (n, observation))?,
            masks: Rows::new(py, (n, actions))?,
            turns: Rows::new(py, n)?,
            rewards: Rows::new(py, (n, seats))?,
            ended: Rows::new(py, n)?,
            finals: finals.then(|| Rows::new(py, (n, observation))).transpose()?,
            planes: planes.transpose()?,
        })
    }

    /// Pass the part of each batch of `chunk` matches to `write`.
    pub(crate) fn with_parts(
        &self,
        py: Python<'_>,
        chunk: usize,
        write: impl FnOnce(Vec<Part<'_>>) -> PyResult<()>,
    ) -> PyResult<()> {
        let mut observations = self.observations.written.bind(py).try_readwrite()?;
        let mut masks = self.masks.written.bind(py).try_readwrite()?;
        let mut turns = self.turns.written.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.written.bind(py).try_readwrite()?;
        let mut ended = self.ended.written.bind(py).try_readwrite()?;
        let mut finals = self.finals.as_ref().map(|finals| finals.written.bind(py).try_readwrite()).transpose()?;
        let all = BatchRows {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            seats: turns.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            ended: ended.as_slice_mut()?,
            finals: finals.as_mut().map_or(Ok(&mut [][..]), |finals| finals.as_slice_mut())?,
        };
        let parts = split(all, chunk, self.sizes).into_iter();
        let Some((planes, written)) = &self.planes else {
            return write(parts.map(|rows| Part { rows, planes: None }).collect());
        };
        let mut written = written.written.bind(py).try_readwrite()?;
        let chunks = written.as_slice_mut()?.chunks_mut(chunk * planes.sources.len());
        let part = |(rows, chunk)| Part { rows, planes: Some((planes.sources.as_slice(), chunk)) };
        write(parts.zip(chunks).map(part).collect())
    }

    /// What the last step has ended.
    pub(crate) fn ends(&self, py: Python<'_>) -> Ends {
        let ended = self.ended.written.bind(py).readonly().as_array().to_vec();
        let finals = self.finals.as_ref().map_or(Vec::new(), |finals| {
            let finals = finals.written.bind(py).readonly();
            let rows = ended.iter().enumerate().filter(|(_, ended)| **ended);
            rows.flat_map(|(at, _)| finals.as_array().row(at).to_vec()).collect()
        });
        let rewards = self.rewards.written.bind(py).readonly().as_array().iter().copied().collect();
        Ends { rewards, ended, finals }
    }

    /// Set what the last step has ended, after the other arrays were written. False if it has another size.
    pub(crate) fn set_ends(&self, py: Python<'_>, ends: &Ends) -> PyResult<bool> {
        let Sizes { matches, seats, observation, .. } = self.sizes;
        let count = ends.ended.iter().filter(|ended| **ended).count();
        if ends.rewards.len() != matches * seats || ends.ended.len() != matches {
            return Ok(false);
        }
        if !ends.finals.is_empty() && ends.finals.len() != count * observation {
            return Ok(false);
        }
        self.rewards.written.bind(py).try_readwrite()?.as_slice_mut()?.copy_from_slice(&ends.rewards);
        self.ended.written.bind(py).try_readwrite()?.as_slice_mut()?.copy_from_slice(&ends.ended);
        let Some(finals) = &self.finals else { return Ok(true) };
        let mut finals = finals.written.bind(py).try_readwrite()?;
        let rows = finals.as_slice_mut()?.chunks_exact_mut(observation).zip(&ends.ended);
        let rows = rows.filter(|(_, ended)| **ended).map(|(row, _)| row);
        rows.zip(ends.finals.chunks_exact(observation)).for_each(|(row, last)| row.copy_from_slice(last));
        Ok(true)
    }
}

impl Part<'_> {
    /// Copy the observations into the planes.
    pub(crate) fn write_planes(&mut self) {
        let Some((sources, planes)) = &mut self.planes else { return };
        let matches = self.rows.seats.len();
        let observations = self.rows.observations.chunks_exact(self.rows.observations.len() / matches);
        for (row, numbers) in planes.chunks_exact_mut(sources.len()).zip(observations) {
            row.iter_mut().zip(*sources).for_each(|(to, &source)| *to = numbers[usize::from(source)]);
        }
    }
}

/// The rows of each batch.
fn split(rows: BatchRows<'_>, chunk: usize, sizes: Sizes) -> Vec<BatchRows<'_>> {
    let observations = rows.observations.chunks_mut(chunk * sizes.observation);
    let finals = rows.finals.chunks_mut(chunk * sizes.observation).chain(std::iter::repeat_with(|| &mut [][..]));
    let masks = rows.masks.chunks_mut(chunk * sizes.actions);
    let rewards = rows.rewards.chunks_mut(chunk * sizes.seats);
    let turns = rows.seats.chunks_mut(chunk).zip(rows.ended.chunks_mut(chunk));
    let parts = observations.zip(finals).zip(masks).zip(rewards).zip(turns);
    parts
        .map(|((((observations, finals), masks), rewards), (seats, ended))| BatchRows {
            observations,
            masks,
            seats,
            rewards,
            ended,
            finals,
        })
        .collect()
}

/// Actions as numbers; `whose` names them in errors. Fractions, truth values and texts are no actions.
pub(crate) fn whole_numbers(actions: &Bound<'_, PyAny>, matches: usize, whose: &str) -> PyResult<Vec<i32>> {
    let py = actions.py();
    let array = py.import("numpy")?.call_method1("asarray", (actions,))?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    if kind != "i" && kind != "u" {
        return Err(PyTypeError::new_err(format!("{whose} are integers, not {dtype}")));
    }
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape != [matches] {
        return Err(invalid(format!("{whose} of the shape {shape:?} for {matches} matches")));
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
