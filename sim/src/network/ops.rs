//! What clients do, and how often.

use super::client::SimClient;

macro_rules! ops {
    ($($op:ident: $weight:literal,)*) => {
        /// What clients do by name, and how often one of some hundred operations is this.
        pub(super) const OPS: &[(&str, u64)] = &[$((stringify!($op), $weight)),*];

        impl SimClient {
            async fn do_this(&mut self, op: &str) {
                match op {
                    $(stringify!($op) => self.$op().await,)*
                    _ => {}
                }
            }
        }
    };
}

ops! {
    create: 8,
    ask_again: 6,
    sit: 9,
    say: 4,
    converse: 4,
    poll: 7,
    play: 14,
    finish: 20,
    watch: 3,
    leave: 1,
    invite: 2,
    answer_invitation: 3,
    play_daily: 2,
    look_around: 3,
    revalidate: 4,
    go_to_party: 3,
    talk_at_party: 5,
    grant: 5,
    claim: 4,
    play_seat: 5,
    practise: 2,
    take_cookie: 2,
    forge: 2,
    end_sessions: 2,
    rotate: 1,
    erase: 1,
    pause: 1,
    use_dead: 2,
    read_slowly: 2,
    send_slowly: 2,
    send_half: 2,
    pipeline: 4,
    hang_up: 2,
    crowd: 1,
    speak_http2: 3,
    hold_idle: 1,
    ask_ready: 5,
    leave_unread: 2,
    say_little: 2,
    misbehave: 8,
}

impl SimClient {
    /// Do one of the things that this client does.
    pub(super) async fn do_something(&mut self) {
        if self.who.token.is_none() {
            return self.sign_in().await;
        }
        if self.who.paused && self.rng.percent(20) {
            self.be_born();
            return;
        }
        if let Some(op) = self.rng.pick(&self.ops).copied() {
            self.do_this(op).await;
        }
    }
}
