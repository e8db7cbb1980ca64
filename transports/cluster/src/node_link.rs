//! The link between two nodes: a snapshot, or a byte stream for forwarded requests.

use crate::standing::Announced;
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use std::io::{self, ErrorKind};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex};
use turnstone_engine::env::within;
use turnstone_link::{
    Directions, LinkEnd, LinkMachine, LinkStream, PeerAddress, Receiver, ReplicaDirectory, SILENCE, Sender, SharedKey,
    accept, dial, in_time, receive_snapshot, send_snapshot, upgraded,
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

/// A node at its end of a link.
#[derive(Clone)]
pub struct LinkedNode<L> {
    pub machine: L,
    /// Its id.
    pub node: String,
    /// The secret of the cluster.
    pub key: SharedKey,
}

impl<L: LinkMachine> LinkedNode<L> {
    /// Accept a connection of another node to this one. `proved` is called once it has proved the key, and says whether there is
    /// room for it.
    pub async fn accept<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
        &self,
        stream: TokioIo<S>,
        proved: impl FnOnce() -> bool + Send,
    ) -> io::Result<NodeRequest> {
        let stream = upgraded(&self.machine, stream).await?;
        let (asked, session) = accept(&self.machine, stream, &self.key, end(&self.node), proved).await?;
        Ok(match asked {
            ToNode::Snapshot => NodeRequest::Snapshot(NodeSession(session)),
            ToNode::Requests => NodeRequest::Requests(NodeSession(session)),
        })
    }

    /// Say that this node cannot do it now.
    pub async fn reject(&self, NodeSession((mut to, _)): NodeSession) -> io::Result<()> {
        in_time(&self.machine, to.send_now(&FromNode::NotNow)).await
    }

    /// Send a snapshot.
    pub async fn send(
        &self,
        NodeSession((mut to, mut from)): NodeSession,
        whole: (&Arc<ReplicaDirectory>, &Arc<dyn State>),
    ) -> io::Result<()> {
        to.send_now(&FromNode::Follows).await?;
        send_snapshot(&self.machine, whole, &mut to, (FromNode::Part, FromNode::End)).await?;
        // The other node closes the connection once it has read everything.
        match within(&self.machine, SILENCE, from.next::<ToNode>()).await {
            Some(Err(error)) if error.kind() != ErrorKind::UnexpectedEof => Err(error),
            Some(_) | None => Ok(()),
        }
    }

    /// Open the byte stream for forwarded requests.
    pub async fn requests(&self, NodeSession((mut to, from)): NodeSession) -> io::Result<DuplexStream> {
        in_time(&self.machine, to.send_now(&FromNode::Follows)).await?;
        Ok(byte_stream(&self.machine, (to, from)))
    }

    /// Connect to another node, and ask for something.
    async fn ask(&self, other: &Announced, asked: &ToNode) -> io::Result<Directions<LinkStream>> {
        let address = PeerAddress::parse(&other.address).map_err(io::Error::other)?;
        let stream = address.connect(&self.machine).await?;
        let ends = (self.node.as_str(), end(&other.node));
        match within(&self.machine, DEADLINE, dial(&self.machine, stream, &self.key, ends, asked)).await {
            None => Err(ErrorKind::TimedOut.into()),
            Some(dialed) => match dialed? {
                (FromNode::Follows, session) => Ok(session),
                (FromNode::NotNow, _) => Err(io::Error::new(ErrorKind::WouldBlock, "the node cannot do that now")),
                (FromNode::Part(_) | FromNode::End, _) => Err(odd()),
            },
        }
    }

    /// Receive a snapshot of another node. Returns the number of its commit.
    pub(crate) async fn fetch_snapshot(&self, other: &Announced, directory: &Arc<ReplicaDirectory>) -> io::Result<u64> {
        let (_to, mut from) = self.ask(other, &ToNode::Snapshot).await?;
        let part = |message| match message {
            FromNode::Part(bytes) => Ok(Some(bytes)),
            FromNode::End => Ok(None),
            FromNode::Follows | FromNode::NotNow => Err(odd()),
        };
        receive_snapshot(&self.machine, directory, &mut from, part).await
    }

    /// Open a byte stream to another node for forwarded requests.
    pub(crate) async fn connect_requests(&self, other: &Announced) -> io::Result<DuplexStream> {
        Ok(byte_stream(&self.machine, self.ask(other, &ToNode::Requests).await?))
    }

    /// Whether the machine of a node says that nothing listens there: its process has ended. `None` if it does not say anything in
    /// time.
    pub(crate) async fn is_closed(&self, address: &str) -> Option<bool> {
        PeerAddress::parse(address).ok()?.is_closed(&self.machine).await
    }
}

/// The end of a node that answers.
const fn end(node: &str) -> LinkEnd<'_> {
    LinkEnd { purpose: "node", name: node }
}

fn odd() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the node sent a message out of order")
}

/// A byte stream over a session, which a task carries. It ends with either side.
fn byte_stream(machine: &impl LinkMachine, (to, from): Directions<LinkStream>) -> DuplexStream {
    let (own, inner) = duplex(BUFFER);
    let (reads, writes) = tokio::io::split(inner);
    let silence = machine.clone();
    machine.spawn(async move {
        let mut receiving = pin!(receive_bytes(from, writes));
        let ended = tokio::select! {
            biased;
            ended = &mut receiving => ended,
            // The other side closes soon, or is gone.
            _ = send_bytes(reads, to) => within(&silence, SILENCE, receiving).await.unwrap_or(Ok(())),
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a link between nodes");
        }
    });
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
