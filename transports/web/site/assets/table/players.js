// The players of a table: unique names, and events with these names.

import { SHAPES } from '../boards/contract.js';
import { nameOf } from '../lib/friend.js';

/** @type {Record<string, string>} */
const SUITS = { s: '♠', h: '♥', d: '♦', c: '♣' };

/**
 * The players of a table by seat. The house in several seats is "house 1", "house 2".
 * @param {{ seat: number, name: string, guestName?: string | null }[]} seats
 * @param {number} mySeat
 * @returns {Map<number, import('../boards/contract.js').Player>}
 */
export function playersOf(seats, mySeat) {
  const twice = new Set(seats.map(nameOf).filter((name, place, all) => all.indexOf(name) !== place));
  /** @type {Map<string, number>} */
  const counted = new Map();
  return new Map(
    seats.map(({ seat, ...who }) => {
      const name = nameOf(who);
      const nth = (counted.get(name) ?? 0) + 1;
      counted.set(name, nth);
      const shown = twice.has(name) ? `${name} ${nth}` : name;
      return [seat, { seat, name: shown, shape: SHAPES[seat % SHAPES.length] ?? '●', mine: seat === mySeat }];
    }),
  );
}

/**
 * A player; a free seat is an empty one.
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {number} seat
 * @returns {import('../boards/contract.js').Player}
 */
export function playerAt(players, seat) {
  return (
    players.get(seat) ?? { seat, name: `seat ${seat + 1}`, shape: SHAPES[seat % SHAPES.length] ?? '●', mine: false }
  );
}

/**
 * An event as text, with the players' names for their seats and the signs of suits.
 * @param {Api.GameEvent} event
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {(event: Api.GameEvent) => string | null} [news] the board's words for an event, with its facts and places
 */
export function tell(event, players, news) {
  const label = news?.(event) ?? event.label ?? event.type;
  const signed = label.replace(
    /\b([2-9TJQKA])([shdc])\b/g,
    (_, rank, suit) => `${rank === 'T' ? '10' : rank}${SUITS[suit]}`,
  );
  return signed.replace(/\bseats? (\d+)\b/gi, (whole, seat) => players.get(Number(seat))?.name ?? whole);
}
