//! The names that most files of the core level use: the service's ids, rows, requests and effects, and the simulator's
//! own.

pub(super) use super::answers::AnsweredStep;
pub(super) use super::bugs::Bug;
pub(super) use super::callers::{Asked, CallerState, account_in, base, key_of};
pub(super) use super::difference::difference;
pub(super) use super::driver::Driver;
pub(super) use super::events::{AppliedCommand, EventLog, Input, LoopEvent, request_id, steps_of};
pub(super) use super::judge::{
    ExpectedChat, ExpectedPage, Judge, OpenMemberStream, OpenStream, PendingPoll, PendingRequest, RequestStage,
    StateBefore, StepReply, account_of, is_read, status_of, table_of,
};
pub(super) use super::machine::{Fault, Machine, SimDirectory, SimEngine};
pub(super) use super::model::{Model, Table};
pub(super) use super::permissions::{browser_of, sealed_bytes};
pub(super) use super::settings::{BOT_TOKEN, WEBHOOK_SECRET, WorldSettings};
pub(super) use super::step::{Action, Answering, CrashPoint, DiskTrial, Fields, StoryStep, What};
pub(super) use super::truth::Truth;
pub(super) use super::world::{Scene, SimWorld};
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
