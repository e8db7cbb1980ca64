//! Every byte that a client was sent, and the secrets that were planted: at the end all are searched for all.

use std::collections::{BTreeMap, BTreeSet};

/// Who may be told a text.
#[derive(Clone, Debug)]
pub(super) enum Audience {
    Nobody,
    /// One client, in an answer that is there to tell it.
    Holder(u64),
    /// One client, in any answer.
    Client(u64),
    /// Those who may read a chat.
    Readers(String),
    /// Anybody, in an answer to a request that was sent before this one.
    Before(u64),
    /// Anybody, in the view or replay of a match that is over.
    Reveal,
}

/// An answer, or what came of one.
pub(super) struct LoggedResponse {
    pub(super) client: u64,
    /// The number of the request it answers.
    pub(super) sent: u64,
    pub(super) path: String,
    pub(super) tells_credentials: bool,
    pub(super) reveals: bool,
    pub(super) bytes: Vec<u8>,
}

/// All of it.
#[derive(Default)]
pub(super) struct ResponseLog {
    logged: Vec<LoggedResponse>,
    planted: Vec<(String, Audience)>,
    known: BTreeSet<String>,
    readers: BTreeMap<String, BTreeSet<u64>>,
}

impl ResponseLog {
    pub(super) fn hear(&mut self, logged: LoggedResponse) {
        self.logged.push(logged);
    }

    /// Keep a text for the search. The first rule for it counts.
    pub(super) fn plant(&mut self, text: &str, whom: Audience) {
        if text.len() >= WINDOW && self.known.insert(text.to_owned()) {
            self.planted.push((text.to_owned(), whom));
        }
    }

    /// A client may read a chat from now on.
    pub(super) fn let_read(&mut self, chat: &str, client: u64) {
        self.readers.entry(chat.to_owned()).or_default().insert(client);
    }

    pub(super) fn bytes(&self) -> u64 {
        self.logged.iter().map(|logged| logged.bytes.len() as u64).sum()
    }

    pub(super) fn secrets(&self) -> u64 {
        self.planted.len() as u64
    }

    /// The first text that was told to somebody it is not for.
    pub(super) fn search(&self) -> Option<String> {
        let index = Index::new(&self.planted);
        self.logged.iter().find_map(|logged| {
            let found = index.find(&logged.bytes, &self.planted);
            let wrong = found.into_iter().find(|at| !self.may_hear(&self.planted[*at].1, logged))?;
            let (text, whom) = &self.planted[wrong];
            let response = String::from_utf8_lossy(&logged.bytes);
            Some(format!(
                "{text:?} is for {whom:?}, but client {} got it from {}: {response}",
                logged.client, logged.path
            ))
        })
    }

    fn may_hear(&self, whom: &Audience, logged: &LoggedResponse) -> bool {
        match whom {
            Audience::Nobody => false,
            Audience::Holder(client) => logged.tells_credentials && logged.client == *client,
            Audience::Client(client) => logged.client == *client,
            Audience::Readers(chat) => self.readers.get(chat).is_some_and(|readers| readers.contains(&logged.client)),
            Audience::Before(number) => logged.sent <= *number,
            Audience::Reveal => logged.reveals,
        }
    }
}

/// Bytes at the end of a text by which it is found.
const WINDOW: usize = 8;

/// The planted texts by their last bytes.
struct Index {
    by_end: BTreeMap<[u8; WINDOW], Vec<usize>>,
    /// Whether any of them ends its window's beginning with these two bytes.
    likely: Vec<bool>,
}

impl Index {
    fn new(planted: &[(String, Audience)]) -> Self {
        let mut index = Self { by_end: BTreeMap::new(), likely: vec![false; 1 << 16] };
        for (at, (text, _)) in planted.iter().enumerate() {
            let end: [u8; WINDOW] = text.as_bytes()[text.len() - WINDOW..].try_into().expect("so many bytes");
            index.likely[pair(&end)] = true;
            index.by_end.entry(end).or_default().push(at);
        }
        index
    }

    fn find(&self, bytes: &[u8], planted: &[(String, Audience)]) -> Vec<usize> {
        let mut found = Vec::new();
        for (at, window) in bytes.windows(WINDOW).enumerate() {
            if !self.likely[pair(window)] {
                continue;
            }
            let window: [u8; WINDOW] = window.try_into().expect("so many bytes");
            let ends = self.by_end.get(&window).into_iter().flatten();
            found.extend(ends.filter(|one| bytes[..at + WINDOW].ends_with(planted[**one].0.as_bytes())));
        }
        found
    }
}

const fn pair(bytes: &[u8]) -> usize {
    (bytes[0] as usize) << 8 | bytes[1] as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_found_wherever_it_stands() {
        let mut log = ResponseLog::default();
        log.plant("tsn1.secret-of-one", Audience::Holder(1));
        let logged = |client, tells_credentials, text: &str| LoggedResponse {
            client,
            sent: 1,
            path: "/".to_owned(),
            tells_credentials,
            reveals: false,
            bytes: text.as_bytes().to_vec(),
        };
        log.hear(logged(1, true, "{\"token\":\"tsn1.secret-of-one\"}"));
        log.hear(logged(2, false, "tsn1.secret-of-two"));
        assert_eq!(log.search(), None);
        log.hear(logged(1, false, "xtsn1.secret-of-oney"));
        assert!(log.search().is_some());
    }
}
