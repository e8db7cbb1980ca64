//! The names that most files of the core level use: the service's ids, rows, requests and effects, and the simulator's
//! own.

pub(crate) use crate::count::Counts;
pub(crate) use crate::grid::{Cell, Grid};
pub(crate) use crate::rng::{Rng, mix};
pub(crate) use crate::rules::*;
pub(crate) use crate::violation::{CheckResult, Violation, must};
pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use serde_json::{Map, Value, json};
pub(crate) use std::cmp::Reverse;
pub(crate) use std::collections::{BTreeMap, BTreeSet, VecDeque};
pub(crate) use std::path::{Path, PathBuf};
pub(crate) use std::sync::{Arc, LazyLock};
pub(crate) use turnstone_api::cursor::{EventId, MemberCursor};
pub(crate) use turnstone_api::operation::{Access, Effect, Operation};
pub(crate) use turnstone_directory::{DirectoryOptions, SERVER_KEYS};
pub(crate) use turnstone_engine::{GroupBounds, Released};
pub(crate) use turnstone_service::answer::{
    Answer, DuelOutcome, EndReason, Json, ReplayProof, StreamEnd, TableStatus, TableView, True,
};
pub(crate) use turnstone_service::calls::*;
pub(crate) use turnstone_service::config::{Bounds, Config, Limits};
pub(crate) use turnstone_service::credentials::{Claims, ServerKeys, code_hash};
pub(crate) use turnstone_service::effects::*;
pub(crate) use turnstone_service::games::*;
pub(crate) use turnstone_service::glicko::Numbers;
pub(crate) use turnstone_service::ids::*;
pub(crate) use turnstone_service::personal::{Sealed, Vault};
pub(crate) use turnstone_service::record::*;
pub(crate) use turnstone_service::rejection::*;
pub(crate) use turnstone_service::request::*;
pub(crate) use turnstone_service::secret::{Secret, SecretKey, sha256};
pub(crate) use turnstone_service::service::Service;
pub(crate) use turnstone_service::time::{Day, Millis};
pub(crate) use turnstone_service::timers::{Deadline, Timer};
pub(crate) use turnstone_storage::encoding::{META, decode, decode_key, encode};
pub(crate) use turnstone_storage::{Commit, Durability, GroupCommit, Storage, StorageError};
