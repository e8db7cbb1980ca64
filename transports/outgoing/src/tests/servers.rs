//! Test servers with scripted responses, and outbound calls that reach them.

use crate::client::Client;
use crate::outgoing::Room;
use crate::push::vapid::tests::key;
use crate::resolver::{Resolve, Resolved, SystemResolver};
use crate::{Counts, Outgoing, Settings};
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio_rustls::rustls::RootCertStore;

/// A received request.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) path: String,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Seen {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// A server on this machine.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    pub(super) seen: Arc<Mutex<Vec<Seen>>>,
    pub(super) connections: Arc<AtomicUsize>,
}

pub(super) type Answer = Response<Full<Bytes>>;

/// Fields of a head.
pub(super) type Fields = &'static [(&'static str, &'static str)];

pub(super) fn answer(status: u16, headers: &[(&str, &str)], body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::builder().status(status);
    for (name, value) in headers {
        answer = answer.header(*name, *value);
    }
    answer.body(Full::new(body.into())).unwrap()
}

impl Server {
    /// A server that answers the first request with the first response, and so on.
    pub(super) async fn start(answers: impl Fn(usize, &Seen) -> Answer + Clone + Send + Sync + 'static) -> Self {
        Self::speaking(|stream| async { Some(stream) }, answers).await
    }

    /// A server that first prepares its connections.
    pub(super) async fn speaking<S, F>(
        ready: impl Fn(TcpStream) -> F + Clone + Send + Sync + 'static,
        answers: impl Fn(usize, &Seen) -> Answer + Clone + Send + Sync + 'static,
    ) -> Self
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
        F: Future<Output = Option<S>> + Send,
    {
        let seen = Arc::<Mutex<Vec<Seen>>>::default();
        let all = seen.clone();
        let accepted = move |stream| {
            let (ready, answers, all) = (ready.clone(), answers.clone(), all.clone());
            async move {
                let service = service_fn(move |request: Request<Incoming>| {
                    let (answers, all) = (answers.clone(), all.clone());
                    async move {
                        let (head, body) = request.into_parts();
                        let body = body.collect().await.unwrap().to_bytes();
                        let seen = Seen { path: head.uri.to_string(), headers: head.headers, body };
                        let mut all = all.lock().unwrap();
                        all.push(seen.clone());
                        Ok::<_, Infallible>(answers(all.len(), &seen))
                    }
                });
                if let Some(stream) = ready(stream).await {
                    drop(http1::Builder::new().serve_connection(TokioIo::new(stream), service).await);
                }
            }
        };
        Self { seen, ..Self::accepting(accepted).await }
    }

    /// A server that reads a request's first bytes, writes its scripted response, and then stays silent.
    pub(super) async fn raw(bytes: &'static [u8]) -> Self {
        Self::accepting(move |mut stream: TcpStream| async move {
            let mut first = [0; 1024];
            drop(stream.read(&mut first).await);
            drop(stream.write_all(bytes).await);
            std::future::pending::<()>().await;
        })
        .await
    }

    pub(super) async fn accepting<F>(accepted: impl Fn(TcpStream) -> F + Send + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::<AtomicUsize>::default();
        let count = connections.clone();
        drop(tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                count.fetch_add(1, Ordering::SeqCst);
                drop(tokio::spawn(accepted(stream)));
            }
        }));
        Self { address, seen: Arc::default(), connections }
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(super) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    pub(super) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

/// Settings that permit only pushes, to this machine.
pub(super) fn settings() -> Settings {
    let subject = Some("mailto:operator@turnstone.example".to_owned());
    Settings { model: None, bot: None, vapid_key: key(1), push_subject: subject, push_allow_loopback: true }
}

/// The outbound calls behind the interface.
pub(super) fn room(settings: Settings) -> Arc<Room> {
    room_over(settings, Arc::new(SystemResolver), RootCertStore::empty())
}

pub(super) fn room_over(settings: Settings, resolver: Arc<dyn Resolve>, roots: RootCertStore) -> Arc<Room> {
    let client = Client::new(resolver, roots);
    Outgoing::over(client, settings, Handle::current(), Arc::<Counts>::default()).unwrap().room
}

/// A resolver that has a result for each look-up; the last is for all further ones.
pub(super) struct Answers {
    pub(super) answers: Vec<Vec<SocketAddr>>,
    pub(super) asked: AtomicUsize,
}

impl Answers {
    pub(super) fn new(answers: &[&[&str]]) -> Arc<Self> {
        let addresses = |answer: &&[&str]| answer.iter().map(|address| address.parse().unwrap()).collect();
        Arc::new(Self { answers: answers.iter().map(addresses).collect(), asked: AtomicUsize::new(0) })
    }

    pub(super) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Resolve for Answers {
    fn resolve<'a>(&'a self, _: &'a str, _: u16) -> Resolved<'a> {
        let place = self.asked.fetch_add(1, Ordering::SeqCst).min(self.answers.len() - 1);
        Box::pin(std::future::ready(Ok(self.answers[place].clone())))
    }
}
