"""An exception class for every error code of the API.

Made from the OpenAPI document by scripts/make_types.py; do not edit.
"""

from __future__ import annotations

from .errors import Refused


class NotSignedIn(Refused):
    """The code `not_signed_in`."""


class RateLimited(Refused):
    """The code `rate_limited`."""


class InvalidRequest(Refused):
    """The code `invalid_request`."""


class InvalidInvite(Refused):
    """The code `invalid_invite`."""


class InsufficientChips(Refused):
    """The code `insufficient_chips`."""


class StalePlies(Refused):
    """The code `stale_plies`."""


class ActionRejected(Refused):
    """The code `action_rejected`."""


class NotJoinable(Refused):
    """The code `not_joinable`."""


class InvitationRequired(Refused):
    """The code `invitation_required`."""


class IdentityLinkedElsewhere(Refused):
    """The code `identity_linked_elsewhere`."""


class IdempotencyConflict(Refused):
    """The code `idempotency_conflict`."""


class HandleTaken(Refused):
    """The code `handle_taken`."""


class InFlight(Refused):
    """The code `in_flight`."""


class NotConfigured(Refused):
    """The code `not_configured`."""


class GrantNotFound(Refused):
    """The code `grant_not_found`."""


class GrantNotEligible(Refused):
    """The code `grant_not_eligible`."""


class GrantUnavailable(Refused):
    """The code `grant_unavailable`."""


class SeatDelegated(Refused):
    """The code `seat_delegated`."""


class PayloadTooLarge(Refused):
    """The code `payload_too_large`."""


class PracticeQuota(Refused):
    """The code `practice_quota`."""


class ActiveTableQuota(Refused):
    """The code `active_table_quota`."""


class PartyQuota(Refused):
    """The code `party_quota`."""


class PushQuota(Refused):
    """The code `push_quota`."""


class SelfcheckLimit(Refused):
    """The code `selfcheck_limit`."""


class SelfcheckInFlight(Refused):
    """The code `selfcheck_in_flight`."""


BY_CODE: dict[str, type[Refused]] = {
    "not_signed_in": NotSignedIn,
    "rate_limited": RateLimited,
    "invalid_request": InvalidRequest,
    "invalid_invite": InvalidInvite,
    "insufficient_chips": InsufficientChips,
    "stale_plies": StalePlies,
    "action_rejected": ActionRejected,
    "not_joinable": NotJoinable,
    "invitation_required": InvitationRequired,
    "identity_linked_elsewhere": IdentityLinkedElsewhere,
    "idempotency_conflict": IdempotencyConflict,
    "handle_taken": HandleTaken,
    "in_flight": InFlight,
    "not_configured": NotConfigured,
    "grant_not_found": GrantNotFound,
    "grant_not_eligible": GrantNotEligible,
    "grant_unavailable": GrantUnavailable,
    "seat_delegated": SeatDelegated,
    "payload_too_large": PayloadTooLarge,
    "practice_quota": PracticeQuota,
    "active_table_quota": ActiveTableQuota,
    "party_quota": PartyQuota,
    "push_quota": PushQuota,
    "selfcheck_limit": SelfcheckLimit,
    "selfcheck_in_flight": SelfcheckInFlight,
}
