// Agents and their duels.

import { get, post } from '../lib/api.js';
import { fill, h } from '../lib/dom.js';
import { kinds } from '../lib/kinds.js';
import { reader, soon } from '../lib/trouble.js';
import { challenge, duelList, rehearsal } from './agents/duels.js';
import { agentForm, POLICIES } from './agents/form.js';
import { forMembers } from './member.js';

export default forMembers('Agents and duels', 'Members send agents into duels here.', async ({ signal }) => {
  const all = await kinds().catch(() => []);
  const read = reader(signal);
  const roster = h('div', { class: 'tall' }, h('p', { class: 'quiet', text: '…' }));
  const editor = h('div');
  const duelling = h('div');
  const duels = duelList(signal);
  /** A duel also changes the records of the agents. */
  const duelled = () => Promise.all([duels.refresh(), read(() => get('/api/agents'), drawOwn)]);

  /** @param {Pick<Api.Roster, 'agents' | 'rankingThreshold'>} answer */
  function drawOwn({ agents, rankingThreshold }) {
    fill(
      roster,
      ownAgents(
        agents.filter((agent) => agent.mine),
        rankingThreshold,
        edit,
      ),
    );
  }

  /** @param {Api.Roster} answer */
  function draw({ agents, rankingThreshold }) {
    const mine = agents.filter((agent) => agent.mine);
    drawOwn({ agents, rankingThreshold });
    fill(
      duelling,
      mine.length === 0
        ? h('p', { class: 'empty', text: 'Save an agent first: then you can test it and let it duel.' })
        : [challenge(mine, agents, all, duelled), rehearsal(mine, all)],
    );
  }

  /** @param {Api.RosterAgent | null} agent */
  function edit(agent) {
    fill(editor, agentForm(agent, save));
    if (agent) editor.querySelector('input')?.focus();
  }

  /** @param {object} body */
  async function save(body) {
    await post('/api/agents', body);
    edit(null);
    await refresh();
  }

  function refresh() {
    return read(() => get('/api/agents'), draw);
  }

  edit(null);
  await soon(Promise.all([refresh(), duels.refresh()]));
  return {
    title: 'Agents and duels',
    element: h(
      'div',
      null,
      h('h1', { text: 'Agents and duels' }),
      h('p', {
        text: 'An agent plays for you: with a built-in strategy, or with your own instructions if the server has a language model. In a duel two agents play one or more games, and each game is a table whose replay can be verified.',
      }),
      h(
        'div',
        { class: 'columns' },
        h('div', null, panel('agents-mine', 'Your agents', roster), panel('agents-save', 'Save an agent', editor)),
        h('div', null, panel('agents-duel', 'Duel', duelling), panel('agents-duels', 'Latest duels', duels.element)),
      ),
    ),
  };
});

/**
 * @param {string} id
 * @param {string} title
 * @param {HTMLElement} content
 */
function panel(id, title, content) {
  return h('section', { class: 'panel', 'aria-labelledby': id }, h('h2', { id, text: title }), content);
}

/**
 * @param {Api.RosterAgent[]} agents
 * @param {number} threshold
 * @param {(agent: Api.RosterAgent) => void} edit
 */
function ownAgents(agents, threshold, edit) {
  if (agents.length === 0) return h('p', { class: 'empty', text: 'You have no agent yet.' });
  return h(
    'ul',
    { class: 'list' },
    agents.map((agent) =>
      h(
        'li',
        null,
        h(
          'span',
          { class: 'grow' },
          h('strong', { text: agent.name }),
          h('span', {
            class: 'row-line quiet small',
            text: [
              agent.policy ? (POLICIES[agent.policy] ?? agent.policy) : 'by instructions',
              `version ${agent.version}`,
              `${agent.wins} won, ${agent.losses} lost`,
              agent.provisional && `not ranked before ${threshold} duels`,
              !agent.acceptsChallenges && 'takes no challenges',
            ]
              .filter(Boolean)
              .join(' · '),
          }),
        ),
        h('button', {
          type: 'button',
          text: 'Change',
          'aria-label': `Change ${agent.name}`,
          on: { click: () => edit(agent) },
        }),
      ),
    ),
  );
}
