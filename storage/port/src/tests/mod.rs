mod encodings;
mod golden;
mod memory;
mod memory_faults;
