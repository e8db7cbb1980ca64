// Challenging another agent, self-checks, and the duels so far.

import { get, post } from '../../lib/api.js';
import { fill, h } from '../../lib/dom.js';
import { ago, chips, signed } from '../../lib/format.js';
import { nameIn } from '../../lib/kinds.js';
import { done, refFor } from '../../lib/refs.js';
import * as session from '../../lib/session.js';
import { reader } from '../../lib/trouble.js';
import { field, form, Wrong } from '../forms.js';
import { later } from '../words.js';

const MOST = 1_000_000;
const PAGE = 20;
/** A game in which nothing is drawn by lot but who begins. */
const NO_LUCK = 'connect-four';

/**
 * @param {Api.RosterAgent[]} mine
 * @param {Api.RosterAgent[]} agents
 * @param {import('../../lib/kinds.js').Kind[]} all
 * @param {() => Promise<unknown>} refresh
 */
export function challenge(mine, agents, all, refresh) {
  const agentId = field({ name: 'agentId', label: 'Your agent', tag: 'select', options: named(mine) });
  const opponents = agents.filter((agent) => !agent.mine && agent.acceptsChallenges);
  const opponentAgentId = field({
    name: 'opponentAgentId',
    label: 'Against',
    tag: 'select',
    options: opponents.map(({ id, name, ownerHandle }) => [
      id,
      ownerHandle === name ? name : `${name}, of ${ownerHandle}`,
    ]),
  });
  const gameId = field({ name: 'gameId', label: 'Game', tag: 'select', options: duelGames(all) });
  const format = field({
    name: 'format',
    label: 'Format',
    tag: 'select',
    options: [
      ['bo1', 'One game'],
      ['bo3', 'Best of three'],
      ['bo5', 'Best of five'],
    ],
  });
  format.input.value = 'bo5';
  const stake = field({
    name: 'stake',
    label: 'Stake of a game',
    help: 'Held for all games; unused stakes are returned.',
    value: 50,
    inputmode: 'numeric',
    autocomplete: 'off',
  });
  // One hand of hold'em decides nothing: five games without luck do.
  gameId.input.value = 'connect-four';
  format.input.value = 'bo5';
  const result = h('div', { role: 'status' });
  const { element } = form({
    fields: { agentId, opponentAgentId, gameId, format, stake },
    text: 'Duel',
    submit: async () => {
      const amount = Number(stake.input.value);
      if (!(Number.isInteger(amount) && amount >= 1 && amount <= MOST))
        throw new Wrong('stake', 'The stake is a whole number of chips, from 1 to 1,000,000.');
      const body = {
        agentId: agentId.input.value,
        opponentAgentId: opponentAgentId.input.value,
        gameId: gameId.input.value,
        format: format.input.value,
        stake: amount,
      };
      fill(result, h('p', { text: 'They are playing…' }));
      /** @type {Api.ChallengeResponse} */
      const played = await post('/api/duels', { ...body, clientRef: refFor('duel', body) })
        .catch((error) => {
          throw error.status === 429 ? new Wrong('opponentAgentId', tooSoon(error)) : error;
        })
        .finally(() => fill(result));
      done('duel');
      fill(result, told(played));
      session.chipsMoved();
      await refresh();
    },
  });
  return h('div', null, element, result);
}

/** @param {import('../../lib/api.js').ApiError} error */
function tooSoon(error) {
  return `These two met a while ago, or you have duelled enough for this hour: ${later(error)}.`;
}

/** @param {Api.ChallengeResponse} duel */
function told({ duelId, outcome, net, legs, fallbacks, format }) {
  const count = legs.challenger + legs.defender + legs.drawn;
  const tables = format === 'bo1' ? [duelId] : Array.from({ length: count }, (_, leg) => `${duelId}_l${leg + 1}`);
  const words = outcome === 'draw' ? 'A draw' : outcome === 'challenger' ? 'Your agent has won' : 'Your agent has lost';
  return [
    h(
      'p',
      null,
      h('strong', { text: `${words}: ${signed(net)} chips.` }),
      ` Games: ${legs.challenger} won, ${legs.defender} lost, ${legs.drawn} drawn.`,
    ),
    fallbacks > 0 && h('p', { text: `Decisions that the model left open: ${fallbacks}.` }),
    h('p', { class: 'row' }, replays(tables)),
  ];
}

/** @param {string[]} tables */
function replays(tables) {
  return tables.map((id, leg) =>
    h('a', { href: `/tables/${id}/replay`, text: tables.length > 1 ? `Replay of game ${leg + 1}` : 'Replay' }),
  );
}

/**
 * @param {Api.RosterAgent[]} mine
 * @param {import('../../lib/kinds.js').Kind[]} all
 */
export function rehearsal(mine, all) {
  const agentId = field({ name: 'rehearse-agent', label: 'Agent', tag: 'select', options: named(mine) });
  const gameId = field({ name: 'rehearse-game', label: 'Game', tag: 'select', options: duelGames(all) });
  const result = h('div', { role: 'status' });
  const { element } = form({
    fields: { agentId, gameId },
    text: 'Test',
    submit: async () => {
      fill(result, h('p', { text: 'It is playing…' }));
      /** @type {Api.SelfCheckResponse} */
      const check = await post('/api/agents/self-check', {
        agentId: agentId.input.value,
        gameId: gameId.input.value,
      }).finally(() => fill(result));
      fill(
        result,
        h(
          'p',
          null,
          check.verdict === 'clean'
            ? `Clean: all ${check.plies} moves of the table were legal choices.`
            : `It fell back ${check.fallbacks} times: then a random legal action was played.`,
          ' ',
          h('a', { href: `/tables/${check.tableId}/replay`, text: 'Replay' }),
        ),
      );
    },
  });
  return h('details', { class: 'fold' }, h('summary', { text: 'Test without chips' }), element, result);
}

/** @param {AbortSignal} signal */
export function duelList(signal) {
  const element = h('div', { class: 'tall' }, h('p', { class: 'quiet', text: '…' }));
  const read = reader(signal);
  return {
    element,
    refresh: () => read(() => get('/api/duels', { query: { limit: PAGE } }), draw),
  };

  /** @param {{ duels: Api.Duel[] }} answer */
  function draw({ duels }) {
    fill(
      element,
      duels.length === 0
        ? h('p', { class: 'empty', text: 'No duel yet.' })
        : h(
            'ul',
            { class: 'list' },
            duels.map(({ challenger, defender, outcome, stake, settledAt, tables }) =>
              h(
                'li',
                null,
                h(
                  'span',
                  { class: 'grow' },
                  h('strong', { text: `${challenger} against ${defender}` }),
                  h('span', {
                    class: 'row-line quiet small',
                    text: `${outcomeWords(outcome, challenger, defender)} · ${chips(stake)} a game${settledAt === null ? '' : ` · ${ago(settledAt)}`}`,
                  }),
                  settledAt !== null && h('span', { class: 'row small' }, replays(tables)),
                ),
              ),
            ),
          ),
    );
  }
}

/**
 * @param {string | null} outcome
 * @param {string} challenger
 * @param {string} defender
 */
function outcomeWords(outcome, challenger, defender) {
  if (outcome === null) return 'under way';
  if (outcome === 'draw') return 'a draw';
  return `${outcome === 'challenger' ? challenger : defender} has won`;
}

/**
 * @param {Api.RosterAgent[]} agents
 * @returns {[string, string][]}
 */
function named(agents) {
  return agents.map(({ id, name }) => [id, name]);
}

/**
 * @param {import('../../lib/kinds.js').Kind[]} all
 * @returns {[string, string][]}
 */
function duelGames(all) {
  const games = new Map(
    all.filter(({ duellable }) => duellable).map((kind) => [kind.gameId, nameIn(all, { ...kind, kind: null })]),
  );
  // First a game without luck: there the better agent wins.
  return [...games].sort(([left], [right]) => Number(right === NO_LUCK) - Number(left === NO_LUCK));
}
