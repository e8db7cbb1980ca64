//! The keys of a cluster in etcd, under a prefix of its own.

/// The keys under a prefix.
#[derive(Clone, Debug)]
pub struct Keys {
    prefix: String,
}

impl Keys {
    /// The keys under this prefix, with or without a slash at its end.
    pub fn new(prefix: &str) -> Self {
        Self { prefix: format!("{}/", prefix.trim_end_matches('/')) }
    }

    fn key(&self, name: &str) -> Vec<u8> {
        format!("{}{name}", self.prefix).into_bytes()
    }

    /// The id of the cluster, which is drawn when its log begins.
    pub fn id(&self) -> Vec<u8> {
        self.key("id")
    }

    /// The leader: the id of its node, on its lease.
    pub fn leader(&self) -> Vec<u8> {
        self.key("leader")
    }

    /// The last commit of the log, as [`turnstone_storage::Commit::to_bytes`] writes it.
    pub fn head(&self) -> Vec<u8> {
        self.key("head")
    }

    /// The entry of a commit.
    pub fn log(&self, n: u64) -> Vec<u8> {
        self.key(&format!("log/{n:016x}"))
    }

    /// The number of the commit whose entry has this key.
    pub fn log_number(&self, key: &[u8]) -> Option<u64> {
        let digits = std::str::from_utf8(key).ok()?.strip_prefix(&self.prefix)?.strip_prefix("log/")?;
        u64::from_str_radix(digits, 16).ok()
    }

    /// What a node says about itself, on its lease.
    pub fn node(&self, id: &str) -> Vec<u8> {
        self.key(&format!("nodes/{id}"))
    }

    /// The id of the node with this key.
    pub fn node_id<'a>(&self, key: &'a [u8]) -> Option<&'a str> {
        std::str::from_utf8(key).ok()?.strip_prefix(&self.prefix)?.strip_prefix("nodes/")
    }

    /// All nodes: the first key, and the first one behind them. Other ranges have the same form.
    pub fn nodes(&self) -> (Vec<u8>, Vec<u8>) {
        (self.key("nodes/"), self.key("nodes0"))
    }

    /// The entries of the commits from one number to before another.
    pub fn entries(&self, from: u64, before: u64) -> (Vec<u8>, Vec<u8>) {
        (self.log(from), self.log(before))
    }

    /// Everything.
    pub fn all(&self) -> (Vec<u8>, Vec<u8>) {
        let mut end = self.prefix.clone().into_bytes();
        // The prefix ends with a slash, and `0` is the byte behind it.
        end.pop();
        end.push(b'0');
        (self.prefix.clone().into_bytes(), end)
    }
}
