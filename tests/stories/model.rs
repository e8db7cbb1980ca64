//! The model of the stories: it answers as a story says, at once or never.

use crate::outside::Outside;
use crate::script::ModelSays;
use std::sync::{Arc, Mutex};
use turnstone_engine::{Outbound, ReturnTo};
use turnstone_service::calls::{Call, CallResult, DecisionCall};

/// A scripted model.
#[derive(Clone, Default)]
pub(crate) struct Model(Arc<Mutex<Inside>>);

#[derive(Default)]
struct Inside {
    says: Option<ModelSays>,
    /// The questions.
    asked: Vec<DecisionCall>,
    /// The unanswered questions.
    open: Vec<ReturnTo>,
}

impl Model {
    pub(crate) fn say(&self, says: ModelSays) {
        self.0.lock().unwrap().says = Some(says);
    }

    /// All questions so far.
    pub(crate) fn asked(&self) -> Vec<DecisionCall> {
        self.0.lock().unwrap().asked.clone()
    }
}

/// A story's outbound calls: decisions go to the model, all others to the recorder.
pub(crate) struct Way {
    pub(crate) outside: Outside,
    pub(crate) model: Model,
}

impl Outbound for Way {
    fn call(&mut self, call: Call, back: ReturnTo) {
        match call {
            Call::Decide(call) => self.model.decide(*call, back),
            other @ (Call::Push(_) | Call::Tell(_)) => self.outside.call(other, back),
        }
    }
}

impl Model {
    fn decide(&self, call: DecisionCall, back: ReturnTo) {
        let mut inside = self.0.lock().unwrap();
        let last = call.legal_actions.len() as u16 - 1;
        inside.asked.push(call);
        match inside.says {
            Some(ModelSays::Place(place)) => back.with(CallResult::Decided(place.min(last))),
            Some(ModelSays::Wrong) => back.with(CallResult::Decided(last + 1)),
            Some(ModelSays::Nonsense) => back.with(CallResult::Undecided),
            Some(ModelSays::Rejection) => back.with(CallResult::Refused),
            Some(ModelSays::Silence) => inside.open.push(back),
            Some(ModelSays::Failure) | None => {}
        }
    }
}
