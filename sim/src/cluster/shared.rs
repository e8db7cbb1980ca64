//! Names that all parts of the cluster level share.

pub(super) const NODES: usize = 3;
pub(super) const PREFIX: &str = "turnstone";
pub(super) const SECRET: [u8; 32] = [5; 32];
/// The port for members, and the one for other nodes.
pub(super) const PORT: u16 = 80;
pub(super) const INTERNAL_PORT: u16 = 9500;
pub(super) const BASE_URL: &str = "https://turnstone.example";
