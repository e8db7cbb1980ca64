//! A primary and its standby in one process, over streams in memory and data directories on the disk.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::duplex;
use tokio::task::{JoinHandle, spawn_blocking};
use turnstone_directory::{DirectoryOptions, Opened, StorageEngine};
use turnstone_engine::runtime::Tokio;
use turnstone_fjall::FJALL;
use turnstone_link::{ApplyError, Carried, DirectoryRole, PeerAddress, ReplicaDirectory, SharedKey, generation};
use turnstone_service::effects::SlotChange;
use turnstone_service::record::{Change, Record};
use turnstone_standby::{
    Feed, FollowError, FollowRejection, Follower, Primary, Promotion, PromotionError, Replicated, SessionEnd,
    StandbyActivity, StandbyMetrics, WindowBounds, promote, tell,
};
use turnstone_storage::{AppendError, Commit, Durability, GroupCommit, State, Storage};
use turnstone_storage_conformance::samples::{append_next, changes, key, ledger, member, put};

const KEY: SharedKey = SharedKey::new([3; 32]);
const PATIENCE: Duration = Duration::from_secs(20);

type ReplicatedBox = Replicated<Box<dyn Storage>>;

/// A primary on a data directory of its own.
struct Server {
    data: PathBuf,
    storage: Option<ReplicatedBox>,
    primary: Arc<Primary<Tokio>>,
    count: u64,
}

impl Server {
    fn open(data: &Path, bounds: WindowBounds, waits: Option<Duration>) -> Self {
        let least_term = DirectoryRole::serves(&FJALL, data).unwrap();
        let options = DirectoryOptions { least_term, ..Durability::Sync.into() };
        let Opened { storage, .. } = FJALL.open(data, options).unwrap();
        let feed = Feed::new(storage.head(), storage.term(), bounds, StandbyMetrics::default());
        let (machine, directory) = (Tokio::current(), directory(data));
        let primary = Primary { machine, feed: feed.clone(), key: KEY, state: storage.state(), directory };
        let storage = Replicated::new(storage, feed, waits);
        Self { data: data.to_owned(), storage: Some(storage), primary: Arc::new(primary), count: 0 }
    }

    async fn try_append(&mut self, group: GroupCommit) -> Result<Commit, AppendError> {
        let mut storage = self.storage.take().unwrap();
        let (storage, result) = spawn_blocking(move || {
            let result = append_next(&mut storage, &group);
            (storage, result)
        })
        .await
        .unwrap();
        self.storage = Some(storage);
        result
    }

    /// Append groups of about a KiB.
    async fn append(&mut self, groups: u64) {
        for _ in 0..groups {
            let row = |at| ledger(1, self.count * 10 + at);
            let group = put((0..10).map(row));
            self.count += 1;
            self.try_append(group).await.unwrap();
        }
    }

    fn head(&self) -> Commit {
        self.storage.as_ref().unwrap().head()
    }

    fn state(&self) -> Arc<dyn State> {
        self.storage.as_ref().unwrap().state()
    }

    async fn is_written(&self) {
        let (feed, head) = (self.primary.feed.clone(), self.head().n);
        let written = move || feed.wait_written(head, Some(std::time::Instant::now() + PATIENCE));
        assert!(spawn_blocking(written).await.unwrap(), "the standby has commit {head}");
    }
}

fn directory(data: &Path) -> Arc<ReplicaDirectory> {
    let options = DirectoryOptions { accept_new_keys: true, ..Durability::Sync.into() };
    Arc::new(ReplicaDirectory::new(Arc::new(FJALL), data, options))
}

fn follower(data: &Path) -> Result<Follower<Tokio>, FollowError> {
    let from = PeerAddress::parse("http://127.0.0.1:9").unwrap();
    Follower::open(Tokio::current(), directory(data), KEY, from)
}

type Running = JoinHandle<(Follower<Tokio>, Result<(), SessionEnd>)>;

/// One session. The first task is the primary's side: to abort it is to cut the connection.
fn connect(server: &Server, mut follower: Follower<Tokio>) -> (JoinHandle<()>, Running) {
    let (theirs, own) = duplex(1 << 16);
    let primary = server.primary.clone();
    let serving = tokio::spawn(async move { primary.serve(Carried::new(theirs), || true).await });
    let following = tokio::spawn(async move {
        let ended = follower.session(Carried::new(own)).await;
        (follower, ended)
    });
    (serving, following)
}

/// Run a session that installs a snapshot.
async fn install(server: &Server, follower: Follower<Tokio>) -> Follower<Tokio> {
    let (_, following) = connect(server, follower);
    let (follower, ended) = following.await.unwrap();
    ended.unwrap();
    follower
}

/// Cut a connection.
async fn cut((serving, following): (JoinHandle<()>, Running)) -> Follower<Tokio> {
    serving.abort();
    let (follower, ended) = following.await.unwrap();
    assert!(matches!(ended, Err(SessionEnd::Lost(_))), "{ended:?}");
    follower
}

/// The reason of a session that cannot go on.
async fn fatal((_, following): (JoinHandle<()>, Running)) -> FollowError {
    let Err(SessionEnd::Fatal(fatal)) = following.await.unwrap().1 else { panic!("it goes on") };
    fatal
}

fn records(state: &dyn State) -> Vec<Record> {
    state.snapshot().unwrap().records().collect::<Result<_, _>>().unwrap()
}

/// Everything in a closed data directory: the commit, the records, the slots of the personal keys, the server keys.
fn content(data: &Path) -> (Commit, Vec<Record>, Vec<u32>, Option<String>) {
    let Opened { mut storage, .. } = FJALL.open(data, Durability::Sync.into()).unwrap();
    let slots = storage.state().personal_keys().unwrap().into_keys().collect();
    let content = (storage.head(), records(storage.state().as_ref()), slots, FJALL.server_keys_text(data).unwrap());
    storage.stop().unwrap();
    content
}

fn homes() -> (TempDir, PathBuf, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let (primary, standby) = (home.path().join("primary"), home.path().join("standby"));
    (home, primary, standby)
}

#[tokio::test]
async fn a_standby_takes_a_snapshot_and_follows_over_a_cut() {
    let (_home, data, copy) = homes();
    let mut server = Server::open(&data, WindowBounds::default(), None);
    let filled = changes([Change::Put(member(1, Some(0)))], [SlotChange::Fill(0, key(1))]);
    server.try_append(filled).await.unwrap();
    server.append(3).await;
    let standby = install(&server, follower(&copy).unwrap()).await;
    let session = connect(&server, standby);
    let filled = changes([Change::Put(member(2, Some(1)))], [SlotChange::Fill(1, key(2))]);
    server.try_append(filled).await.unwrap();
    server.append(5).await;
    server.is_written().await;
    let standby = cut(session).await;
    // What happens meanwhile comes from the window, also after the standby was started again.
    server.append(5).await;
    let erased = changes([Change::Put(member(1, None))], [SlotChange::Destroy(0)]);
    server.try_append(erased).await.unwrap();
    standby.close().unwrap();
    drop(standby);
    let session = connect(&server, follower(&copy).unwrap());
    server.is_written().await;
    let standby = cut(session).await;
    assert_eq!(standby.progress().lock().unwrap().doing, StandbyActivity::Following);
    standby.close().unwrap();
    drop(standby);
    assert_eq!(server.primary.feed.metrics().snapshots(), 1);
    let expected = (server.head(), records(server.state().as_ref()), vec![1], FJALL.server_keys_text(&data).unwrap());
    assert_eq!(content(&copy), expected);
}

#[tokio::test]
async fn a_standby_that_is_too_far_behind_takes_another_snapshot() {
    let (_home, data, copy) = homes();
    let bounds = WindowBounds { kept: 4096, during_snapshot: 1 << 20, ..WindowBounds::default() };
    let mut server = Server::open(&data, bounds, None);
    server.append(2).await;
    let standby = install(&server, follower(&copy).unwrap()).await;
    let session = connect(&server, standby);
    server.is_written().await;
    let standby = cut(session).await;
    server.append(50).await;
    let standby = install(&server, standby).await;
    let session = connect(&server, standby);
    server.append(2).await;
    server.is_written().await;
    cut(session).await.close().unwrap();
    assert_eq!(server.primary.feed.metrics().snapshots(), 2);
    assert_eq!(content(&copy).1, records(server.state().as_ref()));
}

#[tokio::test]
async fn a_standby_without_a_commit_is_a_part_of_every_history() {
    let (_home, data, copy) = homes();
    let bounds = WindowBounds { kept: 4096, during_snapshot: 4096, ..WindowBounds::default() };
    let mut server = Server::open(&data, bounds, None);
    let standby = install(&server, follower(&copy).unwrap()).await;
    server.append(50).await;
    let standby = install(&server, standby).await;
    let session = connect(&server, standby);
    server.is_written().await;
    cut(session).await.close().unwrap();
}

#[tokio::test]
async fn rejects_another_history() {
    let (_home, data, copy) = homes();
    let mut server = Server::open(&data, WindowBounds::default(), None);
    server.append(3).await;
    let standby = install(&server, follower(&copy).unwrap()).await;
    standby.close().unwrap();
    drop(standby);
    // The standby commits by itself, behind the primary's back.
    let mut opened = FJALL.open(&copy, Durability::Sync.into()).unwrap();
    append_next(opened.storage.as_mut(), &put([ledger(9, 9)])).unwrap();
    opened.storage.stop().unwrap();
    drop(opened);
    let differ = |primary| FollowRejection::OtherHistory { standby: 4, primary };
    let reason = fatal(connect(&server, follower(&copy).unwrap())).await;
    assert!(matches!(reason, FollowError::Rejected(reason) if reason == differ(3)), "{reason}");
    server.append(2).await;
    let reason = fatal(connect(&server, follower(&copy).unwrap())).await;
    assert!(matches!(reason, FollowError::Rejected(reason) if reason == differ(5)), "{reason}");
    // The same where the primary's window begins later.
    drop(server);
    let server = Server::open(&data, WindowBounds::default(), None);
    let reason = fatal(connect(&server, follower(&copy).unwrap())).await;
    assert!(matches!(reason, FollowError::Rejected(reason) if reason == differ(5)), "{reason}");
    assert!(matches!(follower(&data), Err(FollowError::NotStandby(_))), "a server's directory is not overwritten");
}

#[tokio::test]
async fn an_append_waits_for_a_required_standby() {
    let (_home, data, copy) = homes();
    let mut server = Server::open(&data, WindowBounds::default(), None);
    server.append(1).await;
    drop(server);
    let mut server = Server::open(&data, WindowBounds::default(), Some(PATIENCE));
    let standby = install(&server, follower(&copy).unwrap()).await;
    let session = connect(&server, standby);
    server.is_written().await;
    server.append(20).await;
    let written = session.1;
    let head = server.head();
    session.0.abort();
    let (standby, _) = written.await.unwrap();
    assert_eq!(standby.progress().lock().unwrap().commit, head.n, "what was appended is on the standby");
    standby.close().unwrap();
    drop(standby);
    drop(server);
    let mut server = Server::open(&data, WindowBounds::default(), Some(Duration::from_millis(50)));
    let session = connect(&server, follower(&copy).unwrap());
    server.is_written().await;
    drop(cut(session).await);
    let error = server.try_append(put([ledger(1, 1)])).await.unwrap_err();
    assert!(matches!(error, AppendError::Unknown(_)) && error.to_string().contains("commit 22"), "{error}");
}

#[tokio::test]
async fn a_promoted_standby_supersedes_its_primary() {
    let (_home, data, copy) = homes();
    let mut server = Server::open(&data, WindowBounds::default(), None);
    server.append(2).await;
    assert!(matches!(promote(&directory(&copy)), Err(PromotionError::NotStandby(_))));
    let standby = follower(&copy).unwrap();
    assert!(matches!(promote(&directory(&copy)), Err(PromotionError::Empty)));
    let standby = install(&server, standby).await;
    assert!(DirectoryRole::serves(&FJALL, &copy).unwrap_err().to_string().contains("promote"));
    assert!(matches!(promote(&directory(&copy)), Err(PromotionError::Storage(_))), "it is locked");
    standby.close().unwrap();
    let Promotion { term, commit, seen } = promote(&directory(&copy)).unwrap();
    assert_eq!((generation(term), commit, seen.unwrap().commit), (1, 2, 2));
    let promoted = Server::open(&copy, WindowBounds::default(), None);
    assert_eq!(promoted.storage.as_ref().unwrap().term(), term + 1);
    let (theirs, own) = duplex(1 << 16);
    let primary = server.primary.clone();
    let serving = tokio::spawn(async move { primary.serve(Carried::new(theirs), || true).await });
    tell(&Tokio::current(), Carried::new(own), &KEY, term).await.unwrap();
    serving.await.unwrap();
    assert_eq!(server.primary.feed.superseded().await, term);
    assert!(matches!(server.try_append(put([ledger(1, 1)])).await, Err(AppendError::Fenced)));
    assert!(DirectoryRole::serves(&FJALL, &server.data).unwrap_err().to_string().contains("was promoted"));
    // The term of the promoted server itself supersedes nothing.
    let (theirs, own) = duplex(1 << 16);
    let primary = promoted.primary.clone();
    let _serving = tokio::spawn(async move { primary.serve(Carried::new(theirs), || true).await });
    assert!(
        tell(&Tokio::current(), Carried::new(own), &KEY, term)
            .await
            .unwrap_err()
            .to_string()
            .contains("does not supersede")
    );
}

#[tokio::test]
async fn a_standby_of_a_promoted_server_supersedes_the_former_one() {
    let (home, data, copy) = homes();
    let mut server = Server::open(&data, WindowBounds::default(), None);
    server.append(2).await;
    install(&server, follower(&copy).unwrap()).await.close().unwrap();
    promote(&directory(&copy)).unwrap();
    let mut promoted = Server::open(&copy, WindowBounds::default(), None);
    promoted.append(1).await;
    let third = home.path().join("third");
    let standby = install(&promoted, follower(&third).unwrap()).await;
    let (_, following) = connect(&server, standby);
    assert!(following.await.unwrap().1.is_err());
    assert_eq!(server.primary.feed.superseded_by().map(generation), Some(1));
}

#[tokio::test]
async fn a_peer_with_another_key_learns_nothing() {
    let (_home, data, copy) = homes();
    let mut server = Server::open(&data, WindowBounds::default(), None);
    server.append(1).await;
    let from = PeerAddress::parse("http://127.0.0.1:9").unwrap();
    let stranger = Follower::open(Tokio::current(), directory(&copy), SharedKey::new([4; 32]), from).unwrap();
    let (serving, following) = connect(&server, stranger);
    let (_, ended) = following.await.unwrap();
    assert!(ended.unwrap_err().to_string().contains("compare the key files"));
    serving.await.unwrap();
    assert_eq!(server.primary.feed.metrics().rejections(), 1);
    let (theirs, own) = duplex(1 << 16);
    let primary = server.primary.clone();
    tokio::spawn(async move { primary.serve(Carried::new(theirs), || true).await });
    assert!(tell(&Tokio::current(), Carried::new(own), &SharedKey::new([4; 32]), u64::MAX).await.is_err());
    assert_eq!(server.primary.feed.superseded_by(), None);
}

#[tokio::test]
async fn metrics_show_how_far_a_standby_is() {
    let (_home, data, copy) = homes();
    let mut server = Server::open(&data, WindowBounds::default(), None);
    let mut registry = Registry::default();
    server.primary.feed.metrics().register(&mut registry);
    let read = |feed: &Feed| {
        feed.measure();
        let mut page = String::new();
        encode(&mut page, &registry).unwrap();
        move |name: &str| {
            let line = page.lines().find(|line| line.starts_with(&format!("standby_{name} "))).unwrap().to_owned();
            line.rsplit_once(' ').unwrap().1.parse::<f64>().unwrap()
        }
    };
    server.append(1).await;
    let standby = install(&server, follower(&copy).unwrap()).await;
    let session = connect(&server, standby);
    server.append(3).await;
    server.is_written().await;
    let all = read(&server.primary.feed);
    let names = ["connected", "written_commit", "behind_commits", "behind_bytes", "behind_seconds", "snapshots_total"];
    assert_eq!(names.map(&all), [1.0, 4.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(all("write_seconds_count"), 3.0);
    drop(cut(session).await);
    server.append(2).await;
    let cut_off = read(&server.primary.feed);
    assert_eq!(["connected", "written_commit", "behind_commits"].map(&cut_off), [0.0, 4.0, 2.0]);
    assert!(cut_off("behind_bytes") > 100.0 && cut_off("behind_seconds") > 0.0);
}

#[test]
fn a_group_that_does_not_follow_names_both_commits() {
    let error = ApplyError::DoesNotFollow { own: 4, sent: 9 };
    assert!(error.to_string().contains("commit 9, which does not follow commit 4"), "{error}");
}
