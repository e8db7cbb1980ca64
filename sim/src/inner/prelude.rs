//! The names that most files of the core level use: the service's ids, rows, requests and effects, and the simulator's
//! own.

pub(super) use crate::count::Counts;
pub(super) use crate::grid::{Cell, Grid};
pub(super) use crate::rng::{Rng, mix};
pub(super) use crate::rules::*;
pub(super) use crate::violation::{CheckResult, Violation, must};
pub(super) use serde::{Deserialize, Serialize};
pub(super) use serde_json::{Map, Value, json};
pub(super) use std::cmp::Reverse;
pub(super) use std::collections::{BTreeMap, BTreeSet, VecDeque};
pub(super) use std::path::{Path, PathBuf};
pub(super) use std::sync::{Arc, LazyLock};
pub(super) use turnstone_api::cursor::{EventId, MemberCursor};
pub(super) use turnstone_api::operation::{Effect, Operation};
pub(super) use turnstone_directory::{DirectoryOptions, SERVER_KEYS};
pub(super) use turnstone_engine::{GroupBounds, Released};
pub(super) use turnstone_service::admin::*;
pub(super) use turnstone_service::answer::{
    AdminAnswer, Answer, DuelOutcome, EndReason, Json, ReplayProof, StreamEnd, TableStatus, TableView, True,
};
pub(super) use turnstone_service::calls::*;
pub(super) use turnstone_service::config::{Bounds, Config, Limits};
pub(super) use turnstone_service::credentials::{Claims, ServerKeys, code_hash};
pub(super) use turnstone_service::effects::*;
pub(super) use turnstone_service::games::*;
pub(super) use turnstone_service::ids::*;
pub(super) use turnstone_service::personal::{Sealed, Vault};
pub(super) use turnstone_service::record::*;
pub(super) use turnstone_service::rejection::*;
pub(super) use turnstone_service::request::*;
pub(super) use turnstone_service::secret::{Secret, SecretKey, sha256};
pub(super) use turnstone_service::service::Service;
pub(super) use turnstone_service::time::{Day, Millis};
pub(super) use turnstone_service::timers::{Deadline, Timer};
pub(super) use turnstone_storage::encoding::{META, decode, decode_key, encode};
pub(super) use turnstone_storage::{Commit, Durability, Failure, GroupCommit, Storage};
