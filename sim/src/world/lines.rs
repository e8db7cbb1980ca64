//! The lines that the simulated programs log, given to a reader of their run.

use std::cell::RefCell;
use std::sync::Once;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

type Reader = Box<dyn Fn(&Event<'_>)>;

thread_local! {
    static READER: RefCell<Option<Reader>> = const { RefCell::new(None) };
}

/// From now on, give each line of this thread to this reader. A run has a thread of its own.
pub(crate) fn read_lines(reader: impl Fn(&Event<'_>) + 'static) {
    READER.set(Some(Box::new(reader)));
}

/// Subscribe once for the whole process, before a run begins. When a thread without a subscriber is the first at a line,
/// `tracing` may note for all threads that this line is disabled.
pub(super) fn subscribe() {
    static SUBSCRIBED: Once = Once::new();
    SUBSCRIBED.call_once(|| {
        tracing::subscriber::set_global_default(LinesOfThreads).expect("there is no other subscriber");
    });
}

struct LinesOfThreads;

impl Subscriber for LinesOfThreads {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("turnstone::")
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        READER.with_borrow(|reader| {
            if let Some(read) = reader {
                read(event);
            }
        });
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
