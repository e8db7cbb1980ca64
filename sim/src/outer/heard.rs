//! Every byte that a client was sent, and the secrets that were planted: at the end all are searched for all.

use std::collections::{BTreeMap, BTreeSet};

/// Who may be told a text.
#[derive(Clone, Debug)]
pub(super) enum Whom {
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
pub(super) struct Heard {
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
pub(super) struct Ears {
    heard: Vec<Heard>,
    planted: Vec<(String, Whom)>,
    known: BTreeSet<String>,
    readers: BTreeMap<String, BTreeSet<u64>>,
}

impl Ears {
    pub(super) fn hear(&mut self, heard: Heard) {
        self.heard.push(heard);
    }

    /// Keep a text for the search. The first rule for it counts.
    pub(super) fn plant(&mut self, text: &str, whom: Whom) {
        if text.len() >= WINDOW && self.known.insert(text.to_owned()) {
            self.planted.push((text.to_owned(), whom));
        }
    }

    /// A client may read a chat from now on.
    pub(super) fn let_read(&mut self, chat: &str, client: u64) {
        self.readers.entry(chat.to_owned()).or_default().insert(client);
    }

    pub(super) fn bytes(&self) -> u64 {
        self.heard.iter().map(|heard| heard.bytes.len() as u64).sum()
    }

    pub(super) fn secrets(&self) -> u64 {
        self.planted.len() as u64
    }

    /// The first text that was told to somebody it is not for.
    pub(super) fn search(&self) -> Option<String> {
        let index = Index::new(&self.planted);
        self.heard.iter().find_map(|heard| {
            let found = index.find(&heard.bytes, &self.planted);
            let wrong = found.into_iter().find(|at| !self.may_hear(&self.planted[*at].1, heard))?;
            let (text, whom) = &self.planted[wrong];
            let told = String::from_utf8_lossy(&heard.bytes);
            Some(format!("{text:?} is for {whom:?}, but client {} got it from {}: {told}", heard.client, heard.path))
        })
    }

    fn may_hear(&self, whom: &Whom, heard: &Heard) -> bool {
        match whom {
            Whom::Nobody => false,
            Whom::Holder(client) => heard.tells_credentials && heard.client == *client,
            Whom::Client(client) => heard.client == *client,
            Whom::Readers(chat) => self.readers.get(chat).is_some_and(|readers| readers.contains(&heard.client)),
            Whom::Before(number) => heard.sent <= *number,
            Whom::Reveal => heard.reveals,
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
    fn new(planted: &[(String, Whom)]) -> Self {
        let mut index = Self { by_end: BTreeMap::new(), likely: vec![false; 1 << 16] };
        for (at, (text, _)) in planted.iter().enumerate() {
            let end: [u8; WINDOW] = text.as_bytes()[text.len() - WINDOW..].try_into().expect("so many bytes");
            index.likely[pair(&end)] = true;
            index.by_end.entry(end).or_default().push(at);
        }
        index
    }

    fn find(&self, bytes: &[u8], planted: &[(String, Whom)]) -> Vec<usize> {
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
        let mut ears = Ears::default();
        ears.plant("tsn1.secret-of-one", Whom::Holder(1));
        let heard = |client, tells_credentials, text: &str| Heard {
            client,
            sent: 1,
            path: "/".to_owned(),
            tells_credentials,
            reveals: false,
            bytes: text.as_bytes().to_vec(),
        };
        ears.hear(heard(1, true, "{\"token\":\"tsn1.secret-of-one\"}"));
        ears.hear(heard(2, false, "tsn1.secret-of-two"));
        assert_eq!(ears.search(), None);
        ears.hear(heard(1, false, "xtsn1.secret-of-oney"));
        assert!(ears.search().is_some());
    }
}
