//! A whole service in one value: the HTTP transport, the loop, the core, storage on a disk in memory, a clock that the
//! story moves, and entropy from a fixed seed. Nothing sleeps and nothing is random.

use crate::executor::{Spawner, Tasks};
use crate::labels::START;
use crate::model::{Model, Way};
use crate::outside::Outside;
use crate::readers::{Event, Receiver, is_stream};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use sha2::{Digest, Sha256};
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::io::DuplexStream;
use tokio::runtime::Runtime;
use turnstone_api::words::Words;
use turnstone_documents::packages::Packages;
use turnstone_engine::env::{Clock, Env, Sleep};
use turnstone_engine::{Engine, GroupCommits, Handle, PendingReply, Port, Turn, Waker};
use turnstone_http::operator::{OperatorAnswer, OperatorHost, PendingOperatorAnswer};
use turnstone_http::{HttpSettings, HttpTransport};
use turnstone_mcp::Mcp;
use turnstone_service::config::Config;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::effects::{Batch, BatchId, Order, Reply};
use turnstone_service::export::export;
use turnstone_service::ids::AccountId;
use turnstone_service::personal::Vault;
use turnstone_service::record::{Change, Key, Record};
use turnstone_service::request::{Caller, Request};
use turnstone_service::secret;
use turnstone_service::service::Service;
use turnstone_service::time::Millis;
use turnstone_storage::{GroupCommit, Memory, MemoryDisk, Storage, load};

/// The clock and the tasks of a story.
#[derive(Clone)]
pub(crate) struct Stage {
    now: Arc<AtomicU64>,
    zero: Instant,
    spawner: Spawner,
}

impl Clock for Stage {
    fn now(&self) -> Millis {
        Millis(self.now.load(Ordering::SeqCst))
    }

    fn instant(&self) -> Instant {
        self.zero + Duration::from_millis(self.now().0 - START)
    }
}

impl Env for Stage {
    fn sleep_until(&self, deadline: Instant) -> Sleep {
        let stage = self.clone();
        // Moving the clock wakes every task.
        let ready = move || if stage.instant() >= deadline { Poll::Ready(()) } else { Poll::Pending };
        Sleep::new(std::future::poll_fn(move |_| ready()))
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.spawner.spawn(task);
    }
}

/// No thread has to be woken: a story runs the loop by hand.
struct NoWaker;

impl Waker for NoWaker {
    fn wake(&self) {}
}

/// Passes all requests of operators on to the core.
struct PassingOn;

impl OperatorHost for PassingOn {
    fn answer(&self, port: Port, caller: Caller, request: Request) -> PendingOperatorAnswer {
        Box::pin(async move {
            let replied = port.call(caller, request, 0).await.map_err(|rejected| Words::from(rejected.rejection))?;
            Ok(OperatorAnswer::Json(replied.answer.json().into_owned()))
        })
    }
}

type Dice = Box<dyn FnMut(BatchId) -> [u8; 32]>;

/// A response whose body is read.
pub(crate) type Response = http::Response<Bytes>;

/// A pending request.
struct Exchange {
    number: u64,
    asked: (http::Method, http::Uri),
    /// Operations of operators are in no document.
    is_documented: bool,
    tasks: Vec<u64>,
    received: Receiver,
}

pub(crate) struct World {
    tasks: Tasks,
    /// Runs the tasks that the SDK of the Model Context Protocol spawns, on this thread.
    sdk: Runtime,
    stage: Stage,
    config: Config,
    disk: MemoryDisk,
    /// The server keys that the next start reads, oldest first.
    keys: Vec<u32>,
    model: Model,
    engine: Engine<Memory<MemoryDisk>, Stage, Dice>,
    port: Port,
    http: Arc<HttpTransport<Stage>>,
    outside: Outside,
    exchanges: Vec<Exchange>,
    next: u64,
}

/// The server keys with these ids.
fn keys(ids: &[u32]) -> ServerKeys {
    ServerKeys::new(ids.iter().map(|id| (*id, secret::SecretKey([6 + *id as u8; 32]))).collect())
}

/// Packages of a version of their own, so that the program's next version changes no story.
fn packages() -> Packages {
    let names = ["turnstone_client-1.2.3-py3-none-any.whl", "turnstone-games-client-1.2.3.tgz"];
    Packages::new("1.2.3", names.map(|name| (name.to_owned(), format!("the bytes of {name}").into())))
}

/// How often tasks of the SDK get a turn until they count as blocked.
const SDK_ROUNDS: usize = 16;

/// The service's public address.
pub(crate) const HOST: &str = "turnstone.example";

impl World {
    pub(crate) fn new(config: Config) -> Self {
        let tasks = Tasks::default();
        let stage = Stage { now: Arc::new(AtomicU64::new(START)), zero: Instant::now(), spawner: tasks.spawner() };
        let disk = MemoryDisk::default();
        let (outside, model) = (Outside::default(), Model::default());
        let config = Config { base_url: format!("https://{HOST}"), ..config };
        let keys = vec![1];
        let (engine, port, http) = Self::open(&config, &disk, &keys, &stage, &(outside.clone(), model.clone()));
        let sdk = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        Self {
            tasks,
            sdk,
            stage,
            config,
            disk,
            keys,
            engine,
            port,
            http,
            outside,
            model,
            exchanges: Vec::new(),
            next: 0,
        }
    }

    #[expect(clippy::type_complexity, reason = "the three parts of a running service, taken apart at once")]
    fn open(
        config: &Config,
        disk: &MemoryDisk,
        ids: &[u32],
        stage: &Stage,
        (outside, model): &(Outside, Model),
    ) -> (Engine<Memory<MemoryDisk>, Stage, Dice>, Port, Arc<HttpTransport<Stage>>) {
        let mut storage = Memory::open(disk.clone()).unwrap();
        let service = load(&mut storage, |vault, records| Service::open(config.clone(), keys(ids), vault, records))
            .unwrap()
            .unwrap();
        let handle = Handle::new(NoWaker);
        let mut thrown = stage.now().0;
        let dice: Dice = Box::new(move |_| {
            thrown += 1;
            Sha256::digest(thrown.to_be_bytes()).into()
        });
        let way = Way { outside: outside.clone(), model: model.clone() };
        let engine = Engine::new(GroupCommits::new(service, storage), handle.clone(), stage.clone(), dice, way);
        let settings = HttpSettings {
            base_url: format!("https://{HOST}"),
            trusted_proxies: Vec::new(),
            cors_origins: Vec::new(),
            webhook_header: turnstone_documents::WEBHOOK_HEADER.parse().unwrap(),
            push_key: config.push.public_key.clone(),
            packages: packages(),
            security_contact: Some("mailto:security@turnstone.example".to_owned()),
            access_log: true,
            // An address has room for fewer streams than one connection may have.
            stream_bounds: turnstone_http::StreamBounds { per_address: 256 << 10, total: 0 },
        };
        let port = Port::new(handle.clone(), keys(ids));
        let mcp = Mcp::new(stage.clone(), &settings.base_url, settings.packages.clone());
        let http = HttpTransport::with_mounts(stage.clone(), port.clone(), settings, vec![Arc::new(mcp)]);
        let http = http.on_thread(stage.clone());
        (engine, port, http)
    }

    /// The recorder of outbound calls.
    pub(crate) const fn outside(&self) -> &Outside {
        &self.outside
    }

    pub(crate) fn now(&self) -> u64 {
        self.stage.now().0
    }

    /// The model that decides for agents with prompts.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// Everything on the disk, synced or not.
    pub(crate) fn disk(&self) -> &MemoryDisk {
        &self.disk
    }

    /// The keys of personal data that the disk has now.
    pub(crate) fn personal_keys(&mut self) -> Vec<secret::SecretKey> {
        let keys = self.engine.rounds().storage().state().personal_keys().unwrap();
        keys.into_values().collect()
    }

    /// All that is stored now.
    pub(crate) fn records(&mut self) -> Vec<Record> {
        let snapshot = self.engine.rounds().storage().state().snapshot().unwrap();
        snapshot.records().collect::<Result<_, _>>().unwrap()
    }

    /// Another server key, which the next start reads.
    pub(crate) fn add_server_key(&mut self, id: u32) {
        self.keys.push(id);
    }

    /// The public key with which the service signs.
    pub(crate) fn signing_key(&self) -> [u8; 32] {
        keys(&self.keys).signing_keys().last().unwrap().public()
    }

    /// All stored records of a member.
    pub(crate) fn export(&mut self, account: AccountId) -> serde_json::Value {
        let state = self.engine.rounds().storage().state();
        let vault = Vault::new(state.personal_keys().unwrap());
        let snapshot = state.snapshot().unwrap();
        let found = export(account, &vault, snapshot.records()).unwrap();
        serde_json::to_value(found.expect("it is a member's")).unwrap()
    }

    /// Remove rows from the store without the service, as if they had never been written. Restart afterwards.
    pub(crate) fn without(&mut self, is: impl Fn(&Key) -> bool) {
        let keys = self.records().into_iter().map(|record| record.key()).filter(|key| is(key));
        let batch = Batch { id: BatchId(u64::MAX), changes: keys.map(Change::Remove).collect(), slots: Vec::new() };
        let mut round = GroupCommit::default();
        round.add(&batch).unwrap();
        let storage = self.engine.rounds().storage();
        storage.append(storage.head(), &round).unwrap();
    }

    /// The power fails and comes back with a clock that was set back by this many milliseconds: acknowledged changes
    /// are there, pending requests are gone.
    pub(crate) fn restart(&mut self, back: u64) {
        for exchange in std::mem::take(&mut self.exchanges) {
            exchange.tasks.into_iter().for_each(|task| self.tasks.stop(task));
        }
        self.disk.crash(|_, _| 0);
        self.stage.now.fetch_sub(back, Ordering::SeqCst);
        let out = (self.outside.clone(), self.model.clone());
        let (engine, port, http) = Self::open(&self.config, &self.disk, &self.keys, &self.stage, &out);
        (self.engine, self.port, self.http) = (engine, port, http);
        self.settle();
    }

    /// The power fails and comes back after this many milliseconds.
    pub(crate) fn restart_after(&mut self, ms: u64) {
        self.stage.now.fetch_add(ms, Ordering::SeqCst);
        self.restart(0);
    }

    /// A connection to the HTTP transport that buffers this many bytes in either direction.
    pub(crate) fn connect(&mut self, from: IpAddr, holds: usize) -> DuplexStream {
        self.connect_until(from, holds, std::future::pending())
    }

    /// The same, until the server wants to close it.
    pub(crate) fn connect_until(
        &mut self,
        from: IpAddr,
        holds: usize,
        closing: impl Future<Output = ()> + Send + 'static,
    ) -> DuplexStream {
        let (near, far) = tokio::io::duplex(holds);
        let serving = self.http.clone().serve(TokioIo::new(far), from, closing);
        self.tasks.start(serving);
        near
    }

    /// The port, for another transport.
    pub(crate) fn port(&self) -> Port {
        self.port.clone()
    }

    /// The spawner for tasks of a peer.
    pub(crate) fn spawner(&self) -> Spawner {
        self.stage.spawner.clone()
    }

    /// Send a request on a connection of its own. Nothing happens before [`Self::settle`].
    pub(crate) fn send(&mut self, from: IpAddr, request: http::Request<Bytes>) -> u64 {
        let near = self.connect(from, 1 << 20);
        self.send_on(near, request, true)
    }

    /// The same, to the listener of operators.
    pub(crate) fn send_as_operator(&mut self, request: http::Request<Bytes>) -> u64 {
        let (near, far) = tokio::io::duplex(1 << 20);
        let http = self.http.for_operator(Arc::new(PassingOn), "uid 1000".to_owned());
        self.tasks.start(http.serve(TokioIo::new(far), Ipv4Addr::LOCALHOST.into(), std::future::pending()));
        self.send_on(near, request, false)
    }

    fn send_on(&mut self, near: DuplexStream, request: http::Request<Bytes>, is_documented: bool) -> u64 {
        let asked = (request.method().clone(), request.uri().clone());
        let received = Receiver::default();
        let receiver = received.clone();
        let spawner = self.stage.spawner.clone();
        let connection = Arc::new(Mutex::new(None));
        let placed = connection.clone();
        let asking = self.tasks.start(async move {
            let (mut sender, running) = hyper::client::conn::http1::handshake(TokioIo::new(near)).await.unwrap();
            *placed.lock().unwrap() = Some(running);
            let (head, mut body) = sender.send_request(request.map(Full::new)).await.unwrap().into_parts();
            if head.headers.get("content-type").is_some_and(|kind| kind == "text/event-stream") {
                receiver.opened(head);
                while let Some(Ok(frame)) = body.frame().await {
                    receiver.more(frame.data_ref().unwrap());
                }
                receiver.over();
            } else {
                let body = body.collect().await.unwrap().to_bytes();
                receiver.whole(http::Response::from_parts(head, body));
            }
            drop(spawner);
        });
        // The connection runs as a task of its own, which is dropped with the request when the peer disconnects.
        let carrying = self.tasks.start(std::future::poll_fn(move |context| {
            let mut place = connection.lock().unwrap();
            let Some(running) = place.as_mut() else {
                context.waker().wake_by_ref();
                return Poll::Pending;
            };
            std::pin::Pin::new(running).poll(context).map(|_| ())
        }));
        self.next += 1;
        self.exchanges.push(Exchange {
            number: self.next,
            asked,
            is_documented,
            tasks: vec![asking, carrying],
            received,
        });
        self.next
    }

    /// Send a request through the in-process transport.
    pub(crate) fn send_local(&mut self, from: IpAddr, request: http::Request<Bytes>) -> u64 {
        let asked = (request.method().clone(), request.uri().clone());
        let received = Receiver::default();
        let asking = self.tasks.start(crate::local::call(self.port.clone(), from, request, received.clone()));
        self.next += 1;
        self.exchanges.push(Exchange { number: self.next, asked, is_documented: true, tasks: vec![asking], received });
        self.next
    }

    /// The peer of a request is gone.
    pub(crate) fn hang_up(&mut self, number: u64) {
        let (gone, left) = std::mem::take(&mut self.exchanges).into_iter().partition(|own| own.number == number);
        self.exchanges = left;
        for exchange in gone {
            exchange.tasks.into_iter().for_each(|task| self.tasks.stop(task));
        }
        self.settle();
    }

    /// The clock jumps: no deadline has been handled yet.
    pub(crate) fn leap(&mut self, ms: u64) {
        self.stage.now.fetch_add(ms, Ordering::SeqCst);
    }

    /// Run one group commit.
    pub(crate) fn turn(&mut self) {
        self.run();
        self.engine.turn().unwrap();
    }

    /// Run all tasks until they are blocked; returns whether any ran.
    fn run(&mut self) -> bool {
        let mut ran = false;
        loop {
            let entered = self.sdk.enter();
            let again = self.tasks.run();
            drop(entered);
            if self.sdk.metrics().num_alive_tasks() > 0 {
                // Each task of the SDK runs once in a round, and wakes one other at most.
                self.sdk.block_on(async {
                    for _ in 0..SDK_ROUNDS {
                        tokio::task::yield_now().await;
                    }
                });
            }
            ran |= again;
            if !again {
                return ran;
            }
        }
    }

    /// Run everything that can happen now.
    pub(crate) fn settle(&mut self) {
        let mut quiet = 0;
        // Whether a task of the SDK ran cannot be seen from outside.
        while quiet <= if self.sdk.metrics().num_alive_tasks() > 0 { SDK_ROUNDS } else { 0 } {
            self.run();
            let turn = self.engine.turn().unwrap();
            quiet = if self.run() || turn == Turn::Again { 0 } else { quiet + 1 };
        }
        self.engine.rounds().service().audit().unwrap();
    }

    /// The responses so far, in the order of their requests.
    pub(crate) fn arrived(&mut self) -> Vec<(u64, Response)> {
        let mut arrived = Vec::new();
        self.exchanges.retain(|exchange| {
            let response = exchange.received.lock().response.take();
            let Some(response) = response else { return true };
            if exchange.is_documented {
                crate::document::check(&exchange.asked.0, &exchange.asked.1, &response);
            }
            let goes_on = is_stream(&response);
            arrived.push((exchange.number, response));
            goes_on
        });
        arrived
    }

    /// The events of open streams so far, and whether the stream has ended, in the order of their requests.
    pub(crate) fn events(&mut self) -> Vec<(u64, Vec<Event>, bool)> {
        let mut events = Vec::new();
        self.exchanges.retain(|exchange| {
            let mut received = exchange.received.lock();
            let (arrived, is_over) = (received.take(), received.is_over);
            for event in arrived.iter().filter(|event| !event.is_comment()) {
                crate::document::check_event(&exchange.asked.1, event);
            }
            if is_over || !arrived.is_empty() {
                events.push((exchange.number, arrived, is_over));
            }
            !is_over
        });
        events
    }

    /// Move the clock, stopping at the next deadline of the core on the way; returns whether the target is not reached
    /// yet.
    pub(crate) fn advance(&mut self, to: u64) -> bool {
        let deadline = self.engine.rounds().next_deadline().map(|deadline| deadline.at.0);
        let stop = deadline.filter(|at| *at < to).map_or(to, |at| at.max(self.now()));
        self.stage.now.store(stop, Ordering::SeqCst);
        self.tasks.wake_all();
        self.settle();
        stop < to
    }

    /// Run an order of the process.
    pub(crate) fn operate(&mut self, order: Order) -> Reply {
        let pending = self.port.operate(order);
        self.reply(pending)
    }

    /// The reply to a request of an operator.
    pub(crate) fn administer(&mut self, request: Request) -> Reply {
        let caller = Caller { operator: Some("uid 1000".to_owned()), ..Caller::new(None, [127, 0, 0, 1].into()) };
        let pending = self.port.call(caller, request, 0);
        self.reply(pending)
    }

    fn reply(&mut self, pending: PendingReply) -> Reply {
        let reply = Arc::new(Mutex::new(None));
        let filled = reply.clone();
        self.tasks.start(async move {
            *filled.lock().unwrap() = Some(pending.await);
        });
        self.settle();
        reply.lock().unwrap().take().expect("orders and operators are answered at once")
    }
}
