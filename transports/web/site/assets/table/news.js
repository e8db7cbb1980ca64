// Events as sentences for screen readers: in the second person, and with the facts.

import { capital } from '../lib/format.js';
import { playerAt } from './players.js';
import { headline } from './result.js';

/** Verbs of the events' labels and their past tense, which is the same for the viewer and for others. */
const PAST = new Map(
  Object.entries({
    bets: 'bet',
    bids: 'bid',
    calls: 'called',
    captures: 'captured',
    challenges: 'challenged',
    checks: 'checked',
    concedes: 'conceded',
    connects: 'connected',
    doubles: 'doubled',
    draws: 'drew',
    drops: 'dropped',
    folds: 'folded',
    gives: 'gave',
    hits: 'hit',
    holds: 'held',
    keeps: 'kept',
    leaves: 'left',
    loses: 'lost',
    marks: 'marked',
    opens: 'opened',
    passes: 'passed',
    plays: 'played',
    posts: 'posted',
    raises: 'raised',
    runs: 'ran',
    shoots: 'shot',
    shows: 'showed',
    sinks: 'sank',
    sows: 'sowed',
    splits: 'split',
    stands: 'stood',
    takes: 'took',
    turns: 'turned',
    wins: 'won',
  }),
);
/** Verbs that stay in the present, in the second person. */
const PRESENT = new Map(Object.entries({ has: 'have', is: 'are', leads: 'lead', moves: 'move', starts: 'start' }));

/** @type {Record<string, string>} */
const RANKS = { T: '10', J: 'jack', Q: 'queen', K: 'king', A: 'ace' };
/** @type {Record<string, string>} */
const SUITS = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };

/** How many of the latest events are announced when a table is first shown. */
const LATEST = 3;
/** The label of a game's end that says no more than the headline. */
const PLAIN_END = /^(Seat \d+ wins( the (hand|match))?|(Loses|Wins|Up|Down) .*)$/;

/**
 * @typedef {object} Scene
 * @property {Api.TableView} table
 * @property {Map<number, import('../boards/contract.js').Player>} players
 * @property {import('../boards/contract.js').BoardModule | null} module
 * @property {string} prompt the viewer's task
 */

/**
 * The news of some events as one text: the events, the end with its reason, or that it is the viewer's move.
 * @param {Api.GameEvent[]} events
 * @param {Scene} scene
 */
export function newsOf(events, { table, players, module, prompt }) {
  const { state, mySeat, practice, free } = table;
  const said = events
    .filter(({ type, label }) => type !== 'turn' && !(type === 'settled' && PLAIN_END.test(label ?? '')))
    .map((event) => worded(event, module, players, mySeat));
  if (state.terminal) {
    const result = headline(state.outcome ?? [], players, mySeat, [], practice || free);
    if (!said.at(-1)?.startsWith('A draw')) said.push(result);
  } else if (state.yourTurn) said.push(prompt.startsWith('Your move') ? 'Your move.' : prompt);
  return said.join(' ');
}

/**
 * The announcement when a table is first shown: the latest event, the viewer's own cards, and the action to take.
 * @param {Api.GameEvent[]} events all so far
 * @param {Scene} scene
 */
export function firstNews(events, { table, players, module, prompt }) {
  const { state, mySeat } = table;
  if (state.terminal) return prompt;
  const latest = events.filter(({ type }) => type !== 'turn').slice(-LATEST);
  const said = latest.map((event) => worded(event, module, players, mySeat));
  const hand = mySeat < 0 ? null : state.view?.hand;
  const cards = Array.isArray(hand) && hand.length > 0 && hand.every((code) => /^[2-9TJQKA][shdc]$/.test(code));
  if (cards) said.push(`You hold ${cardsInWords(hand.join(' '))}.`);
  return [...said, prompt].join(' ');
}

/**
 * @param {Api.GameEvent} event
 * @param {Scene['module']} module
 * @param {Scene['players']} players
 * @param {number} mySeat
 */
function worded(event, module, players, mySeat) {
  return inWords(module?.news?.(event) ?? event.label ?? event.type, event.seat, players, mySeat);
}

/**
 * A label as a sentence: players by name or "you", cards in words.
 * @param {string} label
 * @param {number | null | undefined} seat the seat of the event
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {number} mySeat
 */
export function inWords(label, seat, players, mySeat) {
  const whole = seat === null || seat === undefined ? label : withSubject(label, seat);
  const named = whole.replace(/\bseat (\d+)('s)?(?: ([a-z]+)\b)?/gi, (_, number, own, next) => {
    const mine = Number(number) === mySeat;
    const name = playerAt(players, Number(number)).name;
    const subject = own ? (mine ? 'your' : `${name}'s`) : mine ? 'you' : name;
    return next ? `${subject} ${mine && own ? next : conjugated(next, mine)}` : subject;
  });
  const agreed = /^you\b/.test(named) ? named.replace(/\band is\b/, 'and are').replace(/\bits\b/, 'your') : named;
  const sentence = capital(cardsInWords(agreed));
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/**
 * A label that begins with its seat. Games of one seat leave it out: "Holds 2 cards", "10 chips on even".
 * @param {string} label
 * @param {number} seat
 */
function withSubject(label, seat) {
  if (/^\d[\d,]* chips? on /.test(label)) return `Seat ${seat} bets ${label}`;
  const verb = /^([A-Za-z]+)(?!:)\b/.exec(label)?.[1]?.toLowerCase() ?? '';
  return PAST.has(verb) ? `Seat ${seat} ${label.slice(0, 1).toLowerCase()}${label.slice(1)}` : label;
}

/**
 * @param {string} verb in the third person of the present
 * @param {boolean} mine whether the viewer does it
 */
function conjugated(verb, mine) {
  return PAST.get(verb) ?? (mine ? PRESENT.get(verb) : verb) ?? verb;
}

/**
 * Cards by their codes in words: "Qh 9h" is "queen of hearts, 9 of hearts".
 * @param {string} text
 */
function cardsInWords(text) {
  return text
    .replace(/\b([2-9TJQKA][shdc])(?= [2-9TJQKA][shdc]\b)/g, '$1,')
    .replace(/\b([2-9TJQKA])([shdc])\b/g, (_, rank, suit) => `${RANKS[rank] ?? rank} of ${SUITS[suit]}`);
}
