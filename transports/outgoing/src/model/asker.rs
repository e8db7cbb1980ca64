//! A decision of the model: a question, and a second one if the answer is unusable.

use super::answer::{AnswerError, AnswerText, choice, parse};
use super::question::Question;
use crate::client::{Answered, CallError, Client, Post, Target, UrlSource};
use crate::counts::Counts;
use crate::outcome::CallOutcome;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use std::time::Duration;
use tokio::time::Instant;
use turnstone_service::calls::{CallResult, DecisionCall};
use turnstone_service::secret::Secret;

/// Bytes of a response: reasoning is long.
const ANSWER_BYTES: usize = 1 << 20;

/// The section `[model]`.
#[derive(Clone, Debug)]
pub struct ModelSettings {
    /// The full URL of the endpoint for chat completions.
    pub url: String,
    /// The model's name, if the endpoint requires one.
    pub name: Option<String>,
    /// Sent as `Authorization: Bearer`.
    pub key: Option<Secret>,
    /// The time for a decision, including the second question and the wait for the end of a pause.
    pub timeout: Duration,
    /// The maximum number of tokens of an answer, sent as `max_tokens`; 0 sends none.
    pub max_tokens: u32,
}

pub(crate) struct ModelAsker {
    target: Target,
    headers: HeaderMap,
    name: Option<String>,
    timeout: Duration,
    max_tokens: u32,
}

impl ModelAsker {
    pub(crate) fn new(settings: &ModelSettings) -> Result<Self, CallError> {
        let target = Target::new(&settings.url, UrlSource::Operator)?;
        let json = HeaderValue::from_static("application/json");
        let mut headers = HeaderMap::from_iter([(CONTENT_TYPE, json.clone()), (ACCEPT, json)]);
        if let Some(key) = &settings.key {
            let bearer = HeaderValue::from_str(&format!("Bearer {}", key.reveal()));
            let mut bearer = bearer.map_err(|_| CallError::NotAllowed)?;
            bearer.set_sensitive(true);
            headers.insert(AUTHORIZATION, bearer);
        }
        let ModelSettings { name, timeout, max_tokens, .. } = settings.clone();
        Ok(Self { target, headers, name, timeout, max_tokens })
    }

    pub(crate) const fn target(&self) -> &Target {
        &self.target
    }

    /// How long a decision waits for the end of the model's pause: a fallback plays at once, and its duel would be over
    /// before the model has recovered.
    pub(crate) const fn patience(&self) -> Duration {
        self.timeout
    }

    /// Get a decision.
    pub(crate) async fn decide(&self, client: &Client, counts: &Counts, call: &DecisionCall) -> CallOutcome {
        let mut mark = [0; 8];
        if getrandom::fill(&mut mark).is_err() {
            return CallOutcome::well(CallResult::Failed { retry_after_s: None });
        }
        let mark = hex::encode(mark);
        let deadline = Instant::now() + self.timeout;
        let mut question = Question::new(self.name.as_deref(), self.max_tokens, call, &mark);
        let (said, fault) = match self.ask(client, counts, &question, call, deadline).await {
            Ok(ModelAnswer { choice: Ok(place), .. }) => return CallOutcome::well(CallResult::Decided(place)),
            Ok(ModelAnswer { choice: Err(fault), said }) => (said, fault),
            Err(outcome) => return outcome,
        };
        question.again(&said.0, fault);
        match self.ask(client, counts, &question, call, deadline).await {
            Ok(ModelAnswer { choice: Ok(place), .. }) => CallOutcome::well(CallResult::DecidedAgain(place)),
            Ok(ModelAnswer { choice: Err(_), .. }) => CallOutcome::well(CallResult::Undecided),
            Err(outcome) => outcome,
        }
    }

    async fn ask(
        &self,
        client: &Client,
        counts: &Counts,
        question: &Question<'_>,
        call: &DecisionCall,
        deadline: Instant,
    ) -> Result<ModelAnswer, CallOutcome> {
        let body = serde_json::to_vec(question).expect("a question is plain data").into();
        let within = deadline.saturating_duration_since(Instant::now());
        let post = Post { headers: self.headers.clone(), body, within, answer_bytes: ANSWER_BYTES };
        counts.asked();
        let said = match client.post(&self.target, post).await {
            Ok(answered) => {
                self.judge(&answered)?;
                let answer = parse(&answered.body);
                counts.used(answer.prompt_tokens, answer.completion_tokens);
                answer.said
            }
            // An answer that is too long to be read is not a choice either.
            Err(CallError::TooLarge) => AnswerText(String::new()),
            Err(error) => {
                tracing::debug!(host = %self.target.host, %error, "model");
                let timed_out = error == CallError::TimedOut;
                return Err(if timed_out { CallOutcome::timed_out() } else { CallOutcome::failed(None) });
            }
        };
        Ok(ModelAnswer { choice: choice(&said, call.legal_actions.len()), said })
    }

    /// Only 429 and 5xx mean that the endpoint is unavailable. Any other error concerns the question.
    fn judge(&self, answered: &Answered) -> Result<(), CallOutcome> {
        let Answered { status, retry_after_s, .. } = *answered;
        let (host, status) = (&self.target.host, status.as_u16());
        match status {
            200..=299 => return Ok(()),
            429 | 500..=599 => {
                tracing::debug!(%host, status, "model");
                return Err(CallOutcome::failed(retry_after_s));
            }
            401 | 403 | 404 => {
                tracing::error!(%host, status, "the model's endpoint rejects questions: see [model] in the configuration");
            }
            _ => tracing::debug!(%host, status, "the model's endpoint rejects a question"),
        }
        Err(CallOutcome::well(CallResult::Refused))
    }
}

struct ModelAnswer {
    choice: Result<u16, AnswerError>,
    said: AnswerText,
}
