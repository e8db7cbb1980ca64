//! Orders and requests with the types of their answers. An [`Answer`] can be any of them; only the constructors here say
//! which one the core gives.

use turnstone_service::admin::{AdminAct, AdminOrder, AdminQuery, MemberFilter, MemberSelector, TableFilter};
use turnstone_service::answer::{
    AdminAnswer, Answer, AuditEntry, Invited, JoinResponse, MemberPage, TablePage, TokenResponse,
};
use turnstone_service::effects::{Order, Reply};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::rejection::Rejection;
use turnstone_service::request::{Join, RecoveryCode, Request};
use turnstone_service::secret::Secret;

/// An order or a request whose answer is a `T`.
pub struct Typed<Q, T> {
    /// What the core gets.
    pub asked: Q,
    /// Reads its reply.
    pub reply: TypedReply<T>,
}

/// Reads a reply whose answer is a `T`.
pub struct TypedReply<T>(fn(Answer) -> Option<T>);

impl<T> TypedReply<T> {
    /// The answer of a reply, or its error.
    pub fn read(&self, reply: Reply) -> Result<T, Rejection> {
        let answer = reply.map_err(|rejected| rejected.rejection)?.answer;
        Ok((self.0)(answer).expect("the core gives this type of answer"))
    }
}

macro_rules! typed {
    ($asked:expr, $answer:pat => $it:expr) => {
        Typed { asked: $asked, reply: TypedReply(|answer| if let $answer = answer { Some($it) } else { None }) }
    };
}

impl Typed<Order, Invited> {
    /// Mint an invitation that the server itself needs.
    pub fn invite(uses: u32) -> Self {
        typed!(Order::Invite { uses, expires_in_s: None, test: false }, Answer::Invited(it) => it)
    }

    /// Mint an invitation as an act of an operator.
    pub fn invite_as(uses: u32, expires_in_s: Option<u64>, test: bool, by: String, reason: Option<String>) -> Self {
        let act = AdminAct::Invite { uses, expires_in_s, test };
        typed!(Order::Act(Box::new(AdminOrder { act, by, reason })), Answer::Invited(it) => it)
    }
}

impl Typed<Order, AccountId> {
    /// Write down that everything about a member is handed out. The answer is the member.
    pub fn export(whom: MemberSelector, by: String, reason: Option<String>) -> Self {
        let order = AdminOrder { act: AdminAct::Export { whom }, by, reason };
        let order = Order::Act(Box::new(order));
        typed!(order, Answer::Admin(AdminAnswer::Done(AuditEntry { account: Some(it), .. })) => it)
    }
}

impl Typed<Order, MemberPage> {
    /// A page of a search over members.
    pub fn members(filter: MemberFilter, before: Option<AccountId>, limit: usize) -> Self {
        let query = AdminQuery::Members { filter, before, limit };
        typed!(Order::Show(query), Answer::Admin(AdminAnswer::Members(it)) => it)
    }
}

impl Typed<Order, TablePage> {
    /// A page of a search over tables.
    pub fn tables(filter: TableFilter, before: Option<TableId>, limit: usize) -> Self {
        let query = AdminQuery::Tables { filter, before, limit };
        typed!(Order::Show(query), Answer::Admin(AdminAnswer::Tables(it)) => it)
    }
}

impl Typed<Request, JoinResponse> {
    /// Redeem an invitation.
    pub fn join(invite_code: Secret, handle: String, client_ref: String) -> Self {
        typed!(Request::Join(Join { invite_code, handle, client_ref }), Answer::Joined(it) => it)
    }
}

impl Typed<Request, TokenResponse> {
    /// Exchange a recovery code for a token.
    pub fn token(handle: String, recovery_code: Secret) -> Self {
        typed!(Request::IssueToken(RecoveryCode { handle, recovery_code }), Answer::Token(it) => it)
    }
}
