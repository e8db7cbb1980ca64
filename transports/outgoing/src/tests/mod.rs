//! Calls to real servers on this machine, which the tests start.

mod addresses;
mod bot;
mod model;
mod push;
mod secrets;
mod servers;
mod tls;
