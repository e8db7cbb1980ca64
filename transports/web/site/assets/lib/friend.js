// Links to friendly tables: a person without an account takes a seat there. The link itself says who invites to what,
// because nothing of such a table is public. The name is in the fragment, which browsers send to no server.

import { linkTo } from './copy.js';

/** The longest name of a guest. */
export const LONGEST_NAME = 20;
const NAME = /^(?:[\p{L}\p{M}\p{Nd}'-]| (?! )){1,20}$/u;

/**
 * The link to a friendly table.
 * @param {Api.TableView} table
 * @param {string | null | undefined} from the name of the person who shares it
 */
export function friendLink({ id, gameId }, from) {
  const url = new URL(linkTo(`/tables/${id}`, gameId));
  url.searchParams.set('friend', '1');
  if (from) url.hash = `from=${encodeURIComponent(from)}`;
  return url.href;
}

/**
 * What the present address says of a friendly table; null if it is no link to one.
 * @returns {{ gameId: string, from: string | null } | null}
 */
export function invitationHere() {
  const { searchParams, hash } = new URL(location.href);
  if (!searchParams.has('friend')) return null;
  const from = new URLSearchParams(hash.slice(1)).get('from')?.normalize('NFC').trim() ?? '';
  return { gameId: searchParams.get('game') ?? '', from: NAME.test(from) ? from : null };
}

/**
 * The name that is shown for a seat: of a guest the one that they chose.
 * @param {{ name: string, guestName?: string | null }} seat
 */
export function nameOf({ name, guestName }) {
  return guestName ? `${guestName} (guest)` : name;
}

/**
 * Whether people play for nothing at a practice table, and not against the house alone.
 * @param {Pick<Api.TableView, 'practice' | 'status' | 'seats' | 'mySeat'>} table
 */
export function isFriendly({ practice, status, seats, mySeat }) {
  return practice && (status === 'waiting' || seats.some(({ seat, name }) => seat !== mySeat && name !== 'house'));
}
