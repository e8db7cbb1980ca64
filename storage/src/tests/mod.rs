mod backups;
mod conformance;
mod damage;
mod directories;
mod encodings;
mod golden;
mod memory_faults;
mod samples;
