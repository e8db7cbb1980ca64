//! External services on this machine: a push service, a messenger's bot API, a model.

use crate::turnstone::{LONG, Serving, ask, eventually};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A received request.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

/// Its response.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    Answer(u16, String),
    /// The connection stays open without a response.
    Silence,
}

type Answers = dyn Fn(&Heard) -> Said + Send + Sync;

/// A scripted server.
pub(crate) struct Outside {
    pub(crate) address: SocketAddr,
    inside: Arc<Inside>,
}

struct Inside {
    heard: Mutex<Vec<Heard>>,
    answers: Mutex<Arc<Answers>>,
    silent: Mutex<Vec<TcpStream>>,
}

impl Outside {
    pub(crate) fn start(answers: impl Fn(&Heard) -> Said + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let answers: Arc<Answers> = Arc::new(answers);
        let inside =
            Arc::new(Inside { heard: Mutex::default(), answers: Mutex::new(answers), silent: Mutex::default() });
        let serving = inside.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let inside = serving.clone();
                // The calling server may be killed in the middle.
                std::thread::spawn(move || stream.and_then(|stream| inside.serve(stream)));
            }
        });
        Self { address, inside }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Answer like this from now on.
    pub(crate) fn answers(&self, answers: impl Fn(&Heard) -> Said + Send + Sync + 'static) {
        *self.inside.answers.lock().unwrap() = Arc::new(answers);
    }

    /// All requests so far.
    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.inside.heard.lock().unwrap().clone()
    }

    /// Wait for this many requests.
    pub(crate) fn heard_at_least(&self, count: usize) -> Vec<Heard> {
        eventually(|| self.heard().len() >= count);
        self.heard()
    }
}

impl Inside {
    fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        stream.set_read_timeout(Some(LONG))?;
        let mut lines = BufReader::new(stream.try_clone()?);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if lines.read_line(&mut head)? == 0 {
                return Ok(());
            }
        }
        let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let fields = head.lines().filter_map(|line| line.split_once(": "));
        let headers: BTreeMap<String, String> =
            fields.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
        let mut body = vec![0; headers.get("content-length").map_or(0, |length| length.parse().unwrap())];
        lines.read_exact(&mut body)?;
        let heard = Heard { path, headers, body };
        let answers = self.answers.lock().unwrap().clone();
        let said = answers(&heard);
        self.heard.lock().unwrap().push(heard);
        match said {
            Said::Silence => self.silent.lock().unwrap().push(stream),
            Said::Answer(status, body) => {
                let length = body.len();
                write!(&stream, "HTTP/1.1 {status} Said\r\nContent-Length: {length}\r\n\r\n{body}")?;
            }
        }
        Ok(())
    }
}

/// Wait until the metrics count this many calls with this result. The loop has their results by then.
pub(crate) fn counted(server: &Serving, kind: &str, result: &str, count: u64) {
    let metrics = server.metrics();
    let line = format!("turnstone_outgoing_calls_total{{kind=\"{kind}\",result=\"{result}\"}} {count}\n");
    eventually(|| ask(metrics, "GET", "/metrics", &[], "").body.contains(&line));
}
