//! What most files use: the types of the service, and the means to check and to count.

pub(crate) use crate::count::Counts;
pub(crate) use crate::grid::{Cell, Grid};
pub(crate) use crate::rng::{Rng, mix};
pub(crate) use crate::rules::{SESSION_S, *};
pub(crate) use crate::violation::{CheckResult, Violation, must};
pub(crate) use serde_json::{Map, Value, json};
pub(crate) use std::collections::{BTreeMap, BTreeSet, VecDeque};
pub(crate) use turnstone_service::games::{Entry, Event, Seed};
pub(crate) use turnstone_service::record::DuelOutcome;
pub(crate) use turnstone_service::{
    admin::*, answer::*, calls::*, config::*, credentials::*, effects::*, games::*, ids::*, personal::*, record::*,
    rejection::*, request::*, secret::*, service::*, time::*, timers::*,
};
