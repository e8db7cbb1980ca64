//! The deterministic core of Turnstone: games, tables, chips, accounts and all rules between them, as one value with
//! one step. Time and entropy come in with commands; no thread, socket, file, clock or hash-map order is known here.

pub mod answer;
pub mod config;
pub mod credentials;
pub mod effects;
pub mod games;
pub mod ids;
pub mod personal;
pub mod record;
pub mod refusal;
pub mod request;
pub mod secret;
pub mod service;
pub mod time;
pub mod timers;
