//! What clients do, and how often.

use super::client::Client;

/// A kind of thing that a client does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Create,
    Again,
    Sit,
    Say,
    Converse,
    Poll,
    Play,
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
}

/// What clients do, and how often one of a hundred deeds is this.
pub(super) const DEEDS: [(Deed, u64); 37] = [
    (Deed::Create, 8),
    (Deed::Again, 6),
    (Deed::Sit, 9),
    (Deed::Say, 4),
    (Deed::Converse, 4),
    (Deed::Poll, 7),
    (Deed::Play, 26),
    (Deed::Watch, 3),
    (Deed::Leave, 1),
    (Deed::Invite, 2),
    (Deed::Answer, 3),
    (Deed::Daily, 2),
    (Deed::Look, 3),
    (Deed::Revalidate, 4),
    (Deed::Party, 3),
    (Deed::PartyTalk, 5),
    (Deed::Grant, 5),
    (Deed::Claim, 4),
    (Deed::PlaySeat, 5),
    (Deed::Practice, 2),
    (Deed::Cookie, 2),
    (Deed::Forge, 2),
    (Deed::EndSessions, 2),
    (Deed::Rotate, 1),
    (Deed::Erase, 1),
    (Deed::Pause, 1),
    (Deed::UseDead, 2),
    (Deed::SlowReader, 2),
    (Deed::SlowSender, 2),
    (Deed::Half, 2),
    (Deed::Pipeline, 4),
    (Deed::HangUp, 2),
    (Deed::Crowd, 1),
    (Deed::Http2, 3),
    (Deed::Idle, 1),
    (Deed::Unread, 2),
    (Deed::SayLittle, 2),
];

impl Client {
    /// Do one of the things that this client does.
    pub(super) async fn do_something(&mut self) {
        if self.who.token.is_none() {
            return self.sign_in().await;
        }
        if self.who.paused && self.rng.percent(20) {
            self.be_born();
            return;
        }
        let Some(deed) = self.rng.pick(&self.deeds).copied() else { return };
        self.do_this(deed).await;
    }

    async fn do_this(&mut self, deed: Deed) {
        match deed {
            Deed::Create => self.create().await,
            Deed::Again => self.ask_again().await,
            Deed::Sit => self.sit().await,
            Deed::Say => self.say().await,
            Deed::Converse => self.converse().await,
            Deed::Poll => self.poll().await,
            Deed::Play => self.play().await,
            Deed::Watch => self.watch().await,
            Deed::Leave => self.leave().await,
            Deed::Invite => self.invite().await,
            Deed::Answer => self.answer_invitation().await,
            Deed::Daily => self.play_daily().await,
            Deed::Look => self.look_around().await,
            Deed::Revalidate => self.revalidate().await,
            Deed::Party => self.go_to_party().await,
            Deed::PartyTalk => self.talk_at_party().await,
            Deed::Grant => self.grant().await,
            Deed::Claim => self.claim().await,
            Deed::PlaySeat => self.play_seat().await,
            Deed::Practice => self.practise().await,
            Deed::Cookie => self.take_cookie().await,
            Deed::Forge => self.forge().await,
            Deed::EndSessions => self.end_sessions().await,
            Deed::Rotate => self.rotate().await,
            Deed::Erase => self.erase().await,
            Deed::Pause => self.pause().await,
            Deed::UseDead => self.use_dead().await,
            Deed::SlowReader => self.read_slowly().await,
            Deed::SlowSender => self.send_slowly().await,
            Deed::Half => self.send_half().await,
            Deed::Pipeline => self.pipeline().await,
            Deed::HangUp => self.hang_up().await,
            Deed::Crowd => self.crowd().await,
            Deed::Http2 => self.speak_http2().await,
            Deed::Idle => self.hold_idle().await,
            Deed::Unread => self.leave_unread().await,
            Deed::SayLittle => self.say_little().await,
        }
    }
}
