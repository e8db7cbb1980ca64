"""Plays with the client that openapi-python-client generates: python play_openapi_python_client.py ADDRESS INVITATION HANDLE"""

import sys
import uuid
from typing import Any, TypeVar

from client_of_functions import AuthenticatedClient, Client
from client_of_functions.api.account_and_session import history, issue_token, join, me
from client_of_functions.api.tables import act, create_table, practice, read_table, replay
from client_of_functions.models import (
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
    TicTacToeSettledEvent,
    TicTacToeState,
    TokenRequest,
    TokenResponse,
)
from client_of_functions.types import Response

T = TypeVar("T")


def told(kind: type[T], response: Response[Any]) -> T:
    """The response, which must have this shape."""
    assert isinstance(response.parsed, kind), response
    return response.parsed


def play(client: AuthenticatedClient, table: str) -> TableView:
    """Play the first legal action until the table is over."""
    while True:
        view = told(TableView, read_table.sync_detailed(table, client=client, wait=10))
        if view.state.terminal:
            assert view.status is TableStatus.SETTLED, view.status
            return view
        if view.state.your_turn:
            move = ActionRequest(action=view.state.legal_actions[0], expected_plies=view.state.plies)
            told(Acted, act.sync_detailed(table, client=client, body=move))


def main(address: str, invitation: str, handle: str) -> None:
    def signed_in(token: str) -> AuthenticatedClient:
        return AuthenticatedClient(base_url=address, token=token, raise_on_unexpected_status=True)

    anybody = Client(base_url=address, raise_on_unexpected_status=True)
    wish = GuestPracticeRequest(kind=TableKind.TIC_TAC_TOE_VS_HOUSE, client_ref=uuid.uuid4())
    seat = told(GuestPracticeResponse, practice.sync_detailed(client=anybody, body=wish))
    guest = signed_in(seat.access_token)
    view = play(guest, seat.table_id)
    assert view.practice and view.state.outcome
    shown = told(TableView, read_table.sync_detailed(seat.table_id, client=guest, events_since=0))
    assert isinstance(shown.state, TicTacToeState) and shown.state.events, shown.state
    settled = [event for event in shown.state.events if event.type_ == "settled"]
    assert [type(event) for event in settled] == [TicTacToeSettledEvent], shown.state.events

    newcomer = JoinRequest(invite_code=invitation, handle=handle, client_ref=uuid.uuid4())
    joined = told(JoinResponse, join.sync_detailed(client=anybody, body=newcomer))
    credentials = TokenRequest(handle=handle, recovery_code=joined.recovery_code)
    token = told(TokenResponse, issue_token.sync_detailed(client=anybody, body=credentials))
    member = signed_in(token.token)
    assert told(MeResponse, me.sync_detailed(client=member)).balance == 1000

    refused = CreateTableRequest(kind=TableKind.TIC_TAC_TOE_VS_HOUSE, invited="unknown-member")
    error = told(Error, create_table.sync_detailed(client=member, body=refused))
    assert error.code is ErrorCode.INVALID_REQUEST and error.field == "/invited" and error.hint, error

    wanted = CreateTableRequest(kind=TableKind.PRESIDENT, stake=10, client_ref=str(uuid.uuid4()))
    table = told(Created, create_table.sync_detailed(client=member, body=wanted)).table_id
    view = play(member, table)
    assert view.state.outcome and sum(seat.score for seat in view.state.outcome) == 0
    assert told(Replay, replay.sync_detailed(table, client=member)).seed == view.seed
    assert told(History, history.sync_detailed(client=member)).hands[0].table_id == table


if __name__ == "__main__":
    main(*sys.argv[1:])
