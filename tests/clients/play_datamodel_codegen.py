"""Plays with the models that datamodel-code-generator generates: python play_datamodel_codegen.py ADDRESS INVITATION HANDLE"""

import sys
import uuid
from typing import TypeVar

import httpx
from pydantic import BaseModel

from models import (
    Acted,
    ActionRequest,
    Created,
    CreateTableRequest,
    Error,
    ErrorCode,
    GuestPracticeRequest,
    GuestPracticeResponse,
    History,
    JoinRequest,
    JoinResponse,
    MeResponse,
    Replay,
    TableKind,
    TableStatus,
    TableView,
    TicTacToeState,
    TokenRequest,
    TokenResponse,
)

T = TypeVar("T", bound=BaseModel)


class Caller:
    """A caller with a token, or without one."""

    def __init__(self, address: str, token: str | None = None) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=address, headers=headers, timeout=20)

    def get(self, path: str, kind: type[T]) -> T:
        return self.told(self.http.get(path), 200, kind)

    def post(self, path: str, body: BaseModel, kind: type[T], status: int = 200) -> T:
        headers = {"content-type": "application/json"}
        written = body.model_dump_json(exclude_none=True)
        return self.told(self.http.post(path, content=written, headers=headers), status, kind)

    @staticmethod
    def told(response: httpx.Response, status: int, kind: type[T]) -> T:
        assert response.status_code == status, response.text
        return kind.model_validate_json(response.content)


def play(caller: Caller, table: str) -> TableView:
    """Play the first legal action until the table is over."""
    while True:
        view = caller.get(f"/api/tables/{table}?wait=10", TableView)
        if view.state.terminal:
            assert view.status is TableStatus.settled, view.status
            return view
        if view.state.yourTurn:
            move = ActionRequest(action=view.state.legalActions[0], expectedPlies=view.state.plies)
            caller.post(f"/api/tables/{table}/action", move, Acted)


def main(address: str, invitation: str, handle: str) -> None:
    anybody = Caller(address)
    practice = GuestPracticeRequest(kind=TableKind.tic_tac_toe_vs_house, clientRef=uuid.uuid4())
    seat = anybody.post("/api/practice", practice, GuestPracticeResponse)
    guest = Caller(address, seat.accessToken)
    view = play(guest, seat.tableId.root)
    assert view.practice and view.state.outcome
    shown = guest.get(f"/api/tables/{seat.tableId.root}?events_since=0", TableView)
    assert isinstance(shown.state, TicTacToeState) and shown.state.events, shown.state

    join = JoinRequest(inviteCode=invitation, handle=handle, clientRef=uuid.uuid4())
    joined = anybody.post("/api/join", join, JoinResponse)
    credentials = TokenRequest(handle=handle, recoveryCode=joined.recoveryCode)
    member = Caller(address, anybody.post("/api/token", credentials, TokenResponse).token)
    assert member.get("/api/me", MeResponse).balance == 1000

    refused = CreateTableRequest(kind=TableKind.tic_tac_toe_vs_house, invited="unknown-member")
    error = member.post("/api/tables", refused, Error, status=400)
    assert error.code is ErrorCode.invalid_request and error.field == "/invited" and error.hint, error

    wanted = CreateTableRequest(kind=TableKind.president, stake=10, clientRef=str(uuid.uuid4()))
    table = member.post("/api/tables", wanted, Created).tableId.root
    view = play(member, table)
    assert view.state.outcome and sum(seat.score for seat in view.state.outcome) == 0
    assert member.get(f"/api/tables/{table}/replay", Replay).seed == view.seed
    assert member.get("/api/me/history", History).hands[0].tableId.root == table


if __name__ == "__main__":
    main(*sys.argv[1:])
