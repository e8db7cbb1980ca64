//! Agents, and the duels that they fight: saved and listed, challenged, played on in turn, rehearsed with.

mod budget;
mod challenge;
mod decide;
mod legs;
mod list;
mod roster;
mod self_check;
