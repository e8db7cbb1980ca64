//! The link between two nodes: a snapshot, or a byte stream for forwarded requests.

use crate::standing::Announced;
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex};
use tokio::net::TcpStream;
use tokio::time::timeout;
use turnstone_link::{
    Directions, LinkEnd, LinkStream, PeerAddress, Receiver, SILENCE, Sender, SharedKey, accept, dial, in_time,
    receive_snapshot, send_snapshot, upgraded,
};
use turnstone_storage::State;

/// How long a node may take to answer.
const DEADLINE: Duration = Duration::from_secs(5);
/// Bytes that a link for requests buffers in each direction.
const BUFFER: usize = 64 << 10;

/// The first message to a node.
#[derive(Serialize, Deserialize)]
enum ToNode {
    /// Send a snapshot.
    Snapshot,
    /// Requests follow.
    Requests,
}

#[derive(Serialize, Deserialize)]
enum FromNode {
    /// The first message: what was asked for follows.
    Follows,
    /// The first message: the node cannot give it now.
    NotNow,
    /// A part of the snapshot.
    Part(Vec<u8>),
    /// The snapshot is complete.
    End,
}

/// What another node wants.
pub enum NodeRequest {
    Snapshot(NodeSession),
    /// A connection for forwarded requests.
    Requests(NodeSession),
}

/// A session with a node that has proved the key.
pub struct NodeSession(Directions<LinkStream>);

/// Accept a connection of another node to this one. `proved` is called once it has proved the key, and says whether there is room for it.
pub async fn serve_node(
    stream: TokioIo<TcpStream>,
    key: &SharedKey,
    node: &str,
    proved: impl FnOnce() -> bool,
) -> io::Result<NodeRequest> {
    let (asked, session) = accept(upgraded(stream).await?, key, end(node), proved).await?;
    Ok(match asked {
        ToNode::Snapshot => NodeRequest::Snapshot(NodeSession(session)),
        ToNode::Requests => NodeRequest::Requests(NodeSession(session)),
    })
}

impl NodeSession {
    /// Say that this node cannot do it now.
    pub async fn reject(self) -> io::Result<()> {
        let (mut to, _) = self.0;
        in_time(to.send_now(&FromNode::NotNow)).await
    }

    /// Send a snapshot.
    pub async fn send(self, state: &Arc<dyn State>, data: &Path) -> io::Result<()> {
        let (mut to, mut from) = self.0;
        to.send_now(&FromNode::Follows).await?;
        send_snapshot(state, data, &mut to, (FromNode::Part, FromNode::End)).await?;
        // The other node closes the connection once it has read everything.
        match timeout(SILENCE, from.next::<ToNode>()).await {
            Ok(Err(error)) if error.kind() != ErrorKind::UnexpectedEof => Err(error),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Open the byte stream for forwarded requests.
    pub async fn requests(self) -> io::Result<DuplexStream> {
        let (mut to, from) = self.0;
        in_time(to.send_now(&FromNode::Follows)).await?;
        Ok(byte_stream((to, from)))
    }
}

/// This node, which dials.
#[derive(Clone, Copy)]
pub(crate) struct Own<'a> {
    pub(crate) node: &'a str,
    pub(crate) key: &'a SharedKey,
}

/// The end of a node that answers.
const fn end(node: &str) -> LinkEnd<'_> {
    LinkEnd { purpose: "node", name: node }
}

/// Connect to another node, and ask for something.
async fn ask(other: &Announced, own: Own<'_>, asked: &ToNode) -> io::Result<Directions<LinkStream>> {
    let address = PeerAddress::parse(&other.address).map_err(io::Error::other)?;
    let stream = address.connect().await?;
    match timeout(DEADLINE, dial(stream, own.key, (own.node, end(&other.node)), asked)).await?? {
        (FromNode::Follows, session) => Ok(session),
        (FromNode::NotNow, _) => Err(io::Error::new(ErrorKind::WouldBlock, "the node cannot do that now")),
        (FromNode::Part(_) | FromNode::End, _) => Err(odd()),
    }
}

/// Save a snapshot of another node in a file. Returns the number of its commit.
pub(crate) async fn fetch_snapshot(other: &Announced, own: Own<'_>, file: &Path) -> io::Result<u64> {
    let (_to, mut from) = ask(other, own, &ToNode::Snapshot).await?;
    let part = |message| match message {
        FromNode::Part(bytes) => Ok(Some(bytes)),
        FromNode::End => Ok(None),
        FromNode::Follows | FromNode::NotNow => Err(odd()),
    };
    receive_snapshot(&mut from, file, part).await
}

/// Open a byte stream to another node for forwarded requests.
pub(crate) async fn connect_requests(other: &Announced, own: Own<'_>) -> io::Result<DuplexStream> {
    Ok(byte_stream(ask(other, own, &ToNode::Requests).await?))
}

fn odd() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the node sent a message out of order")
}

/// A byte stream over a session, which a task carries. It ends with either side.
fn byte_stream((to, from): Directions<LinkStream>) -> DuplexStream {
    let (own, inner) = duplex(BUFFER);
    let (reads, writes) = tokio::io::split(inner);
    drop(tokio::spawn(async move {
        let mut receiving = pin!(receive_bytes(from, writes));
        let ended = tokio::select! {
            ended = &mut receiving => ended,
            // The other side closes soon, or is gone.
            _ = send_bytes(reads, to) => timeout(SILENCE, receiving).await.unwrap_or(Ok(())),
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a link between nodes");
        }
    }));
    own
}

async fn send_bytes(mut reads: ReadHalf<DuplexStream>, mut to: Sender<WriteHalf<LinkStream>>) -> io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    loop {
        let count = reads.read(&mut buffer).await?;
        if count == 0 {
            // An empty message is the end.
            return to.send_now(&[0_u8; 0].as_slice()).await;
        }
        to.send_now(&&buffer[..count]).await?;
    }
}

async fn receive_bytes(
    mut from: Receiver<ReadHalf<LinkStream>>,
    mut writes: WriteHalf<DuplexStream>,
) -> io::Result<()> {
    loop {
        let bytes: Vec<u8> = from.next().await?;
        if bytes.is_empty() {
            return writes.shutdown().await;
        }
        writes.write_all(&bytes).await?;
    }
}
