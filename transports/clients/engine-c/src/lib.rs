//! The rules of all games as a C library. `include/turnstone_engine.h` is its documentation: what it says of pointers and
//! threads is the safety contract of every function here.

mod kinds;
mod matches;
mod players;
mod pointers;
mod reading;
mod status;
