mod at_rest;
mod backups;
mod conformance;
mod damage;
mod directories;
mod golden;
mod making;
mod ownership;
