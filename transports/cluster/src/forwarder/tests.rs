//! Real HTTP/2 over real sealed links, between a node that follows and one that leads.

use super::*;
use crate::metrics::ClusterMetrics;
use crate::node_link::NodeRequest;
use crate::window::LogBounds;
use http_body_util::{BodyExt, Full};
use hyper::server::conn::http2;
use hyper::service::service_fn;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::net::TcpListener;
use tokio::time::timeout;
use turnstone_engine::env::SystemClock;
use turnstone_engine::runtime::Tokio;

const KEY: SharedKey = SharedKey::new([7; 32]);
/// More than a link carries of one response.
const LARGE: usize = 200 << 10;
const PATIENCE: Duration = Duration::from_secs(5);

fn client(number: u8) -> Subnet {
    IpAddr::from([192, 0, 2, number]).into()
}

/// A node that leads and answers everything with a large body, the forwarder of another node, and the number of its links.
async fn forwarder() -> (Forwarder<Tokio>, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let links = Arc::new(AtomicUsize::new(0));
    let counted = links.clone();
    drop(tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            counted.fetch_add(1, Ordering::Relaxed);
            drop(tokio::spawn(lead(TokioIo::new(stream))));
        }
    }));
    let own = Announced::new("b".into(), String::new(), true);
    let standing = NodeStanding::new(own, ClusterMetrics::default(), SystemClock, LogBounds::default());
    standing.set_leader(Some(Announced::new("a".into(), address, true)));
    (Forwarder::new(Tokio::current(), standing, KEY), links)
}

async fn lead(stream: TokioIo<tokio::net::TcpStream>) {
    let own = LinkedNode { machine: Tokio::current(), node: "a".into(), key: KEY };
    let Ok(NodeRequest::Requests(session)) = own.accept(stream, || true).await else { return };
    let answer = |_| async { Ok::<_, Infallible>(http::Response::new(Full::new(Bytes::from(vec![7; LARGE])))) };
    let stream = TokioIo::new(own.requests(session).await.unwrap());
    let _ = http2::Builder::new(Hyper(Tokio::current())).serve_connection(stream, service_fn(answer)).await;
}

async fn ask(forwarder: &Forwarder<Tokio>, of: Subnet) -> (http::Response<Incoming>, ForwardedRequest) {
    let request = http::Request::get("http://turnstone.example/api/kinds").body(Either::Right(Empty::new())).unwrap();
    timeout(PATIENCE, forwarder.forward(request, of)).await.expect("no head came").map_err(|(error, _)| error).unwrap()
}

#[tokio::test]
async fn unread_responses_of_a_link_do_not_delay_the_others() {
    let (forwarder, links) = forwarder().await;
    let mut unread = Vec::new();
    for number in 1..REQUESTS {
        unread.push(ask(&forwarder, client((number / SHARE) as u8)).await);
    }
    for _ in 0..3 {
        let (response, _place) = ask(&forwarder, client(200)).await;
        let body = timeout(PATIENCE, response.into_body().collect()).await.expect("the body stalls").unwrap();
        assert_eq!(body.to_bytes().len(), LARGE);
    }
    assert_eq!(links.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn one_client_has_a_share_of_each_link() {
    let (forwarder, links) = forwarder().await;
    let mut open = Vec::new();
    for _ in 0..2 * SHARE {
        open.push(ask(&forwarder, client(1)).await);
    }
    assert_eq!(links.load(Ordering::Relaxed), 2);
    for _ in 0..SHARE {
        open.push(ask(&forwarder, client(2)).await);
    }
    assert_eq!(links.load(Ordering::Relaxed), 2, "the first link has room for another client");
    open.clear();
    assert!(forwarder.0.links.lock().unwrap().links.iter().all(|link| link.open.counts().is_empty()));
}
