//! What clients do, and how often.

use super::client::SimClient;

/// A kind of thing that a client does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ClientOp {
    Create,
    Again,
    Sit,
    Say,
    Converse,
    Poll,
    Play,
    Finish,
    Watch,
    Leave,
    Invite,
    Answer,
    Daily,
    Look,
    Revalidate,
    Party,
    PartyTalk,
    Grant,
    Claim,
    PlaySeat,
    Practice,
    Cookie,
    Forge,
    EndSessions,
    Rotate,
    Erase,
    Pause,
    UseDead,
    SlowReader,
    SlowSender,
    Half,
    Pipeline,
    HangUp,
    Crowd,
    Http2,
    Idle,
    Unread,
    SayLittle,
    Misbehave,
}

/// What clients do, and how often one of a hundred operations is this.
pub(super) const OPS: [(ClientOp, u64); 39] = [
    (ClientOp::Create, 8),
    (ClientOp::Again, 6),
    (ClientOp::Sit, 9),
    (ClientOp::Say, 4),
    (ClientOp::Converse, 4),
    (ClientOp::Poll, 7),
    (ClientOp::Play, 14),
    (ClientOp::Finish, 20),
    (ClientOp::Watch, 3),
    (ClientOp::Leave, 1),
    (ClientOp::Invite, 2),
    (ClientOp::Answer, 3),
    (ClientOp::Daily, 2),
    (ClientOp::Look, 3),
    (ClientOp::Revalidate, 4),
    (ClientOp::Party, 3),
    (ClientOp::PartyTalk, 5),
    (ClientOp::Grant, 5),
    (ClientOp::Claim, 4),
    (ClientOp::PlaySeat, 5),
    (ClientOp::Practice, 2),
    (ClientOp::Cookie, 2),
    (ClientOp::Forge, 2),
    (ClientOp::EndSessions, 2),
    (ClientOp::Rotate, 1),
    (ClientOp::Erase, 1),
    (ClientOp::Pause, 1),
    (ClientOp::UseDead, 2),
    (ClientOp::SlowReader, 2),
    (ClientOp::SlowSender, 2),
    (ClientOp::Half, 2),
    (ClientOp::Pipeline, 4),
    (ClientOp::HangUp, 2),
    (ClientOp::Crowd, 1),
    (ClientOp::Http2, 3),
    (ClientOp::Idle, 1),
    (ClientOp::Unread, 2),
    (ClientOp::SayLittle, 2),
    (ClientOp::Misbehave, 5),
];

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
        let Some(op) = self.rng.pick(&self.ops).copied() else { return };
        self.do_this(op).await;
    }

    async fn do_this(&mut self, op: ClientOp) {
        match op {
            ClientOp::Create => self.create().await,
            ClientOp::Again => self.ask_again().await,
            ClientOp::Sit => self.sit().await,
            ClientOp::Say => self.say().await,
            ClientOp::Converse => self.converse().await,
            ClientOp::Poll => self.poll().await,
            ClientOp::Play => self.play().await,
            ClientOp::Finish => self.finish().await,
            ClientOp::Watch => self.watch().await,
            ClientOp::Leave => self.leave().await,
            ClientOp::Invite => self.invite().await,
            ClientOp::Answer => self.answer_invitation().await,
            ClientOp::Daily => self.play_daily().await,
            ClientOp::Look => self.look_around().await,
            ClientOp::Revalidate => self.revalidate().await,
            ClientOp::Party => self.go_to_party().await,
            ClientOp::PartyTalk => self.talk_at_party().await,
            ClientOp::Grant => self.grant().await,
            ClientOp::Claim => self.claim().await,
            ClientOp::PlaySeat => self.play_seat().await,
            ClientOp::Practice => self.practise().await,
            ClientOp::Cookie => self.take_cookie().await,
            ClientOp::Forge => self.forge().await,
            ClientOp::EndSessions => self.end_sessions().await,
            ClientOp::Rotate => self.rotate().await,
            ClientOp::Erase => self.erase().await,
            ClientOp::Pause => self.pause().await,
            ClientOp::UseDead => self.use_dead().await,
            ClientOp::SlowReader => self.read_slowly().await,
            ClientOp::SlowSender => self.send_slowly().await,
            ClientOp::Half => self.send_half().await,
            ClientOp::Pipeline => self.pipeline().await,
            ClientOp::HangUp => self.hang_up().await,
            ClientOp::Crowd => self.crowd().await,
            ClientOp::Http2 => self.speak_http2().await,
            ClientOp::Idle => self.hold_idle().await,
            ClientOp::Unread => self.leave_unread().await,
            ClientOp::SayLittle => self.say_little().await,
            ClientOp::Misbehave => self.misbehave().await,
        }
    }
}
