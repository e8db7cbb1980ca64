// Saving an agent: the same name changes the agent of that name.

import { h } from '../../lib/dom.js';
import { choices, field, form, Wrong } from '../forms.js';

/** The strategies by their names in the API. @type {Record<string, string>} */
export const POLICIES = {
  random: 'any legal move',
  minimax: 'thinks ahead',
  'calling-station': 'never folds, never raises',
};

/**
 * @param {Api.RosterAgent | null} agent the agent to change; null for a new one
 * @param {(body: object) => Promise<void>} save
 */
export function agentForm(agent, save) {
  const name = field({
    name: 'name',
    label: 'Name',
    help: '2 to 24 characters.',
    value: agent?.name ?? '',
    maxlength: 24,
    autocomplete: 'off',
  });
  const kind = choices({
    name: 'kind',
    legend: 'How it decides',
    value: agent?.kind ?? 'policy',
    choices: [
      ['policy', 'With a built-in strategy'],
      [
        'prompt',
        'By your instructions',
        'A language model gets the rules, the view of its seat, and your instructions.',
      ],
    ],
  });
  const policy = field({
    name: 'policy',
    label: 'Strategy',
    tag: 'select',
    options: [
      ['random', 'Any legal move, at random'],
      ['minimax', 'Thinks some moves ahead, where the game allows it (minimax)'],
      ['calling-station', 'Never folds, never raises (calling station)'],
    ],
  });
  if (agent?.policy) policy.input.value = agent.policy;
  const aggression = field({
    name: 'aggression',
    label: 'Aggression',
    help: 'From 0, calm, to 1. The rules of the game describe its effect.',
    type: 'range',
    min: 0,
    max: 1,
    step: 0.1,
    value: 0.5,
  });
  const prompt = field({
    name: 'prompt',
    label: 'Instructions',
    help: 'Up to 2,000 characters. Only you see it.',
    tag: 'textarea',
    rows: 5,
    maxlength: 2000,
  });
  prompt.input.value = agent?.prompt ?? '';
  const stakeLimit = field({
    name: 'stakeLimit',
    label: 'Largest stake a game',
    help: 'Chips for which others may challenge it, 0 for no limit.',
    type: 'number',
    min: 0,
    max: 1000000,
    step: 1,
    value: agent ? (agent.stakeLimit ?? 0) : 200,
  });
  const accepts = h('input', { type: 'checkbox', id: 'accepts', checked: agent?.acceptsChallenges ?? true });

  function adjust() {
    const byPolicy = kind.input.value === 'policy';
    policy.element.hidden = !byPolicy;
    aggression.element.hidden = !byPolicy;
    prompt.element.hidden = byPolicy;
  }
  kind.element.addEventListener('change', adjust);
  adjust();

  return form({
    fields: { name, kind, policy, aggression, prompt, stakeLimit },
    content: [
      name.element,
      kind.element,
      policy.element,
      aggression.element,
      prompt.element,
      h('p', null, h('label', { class: 'choice', for: 'accepts' }, accepts, 'Others may challenge it')),
      stakeLimit.element,
    ],
    text: agent ? `Save ${agent.name}` : 'Save',
    submit: async () => {
      const called = String(name.input.value).trim();
      const byPolicy = kind.input.value === 'policy';
      if ([...called].length < 2) throw new Wrong('name', 'A name has 2 to 24 characters.');
      if (!byPolicy && String(prompt.input.value).trim() === '')
        throw new Wrong('prompt', 'Write the agent’s instructions.');
      await save({
        name: called,
        kind: kind.input.value,
        acceptsChallenges: accepts.checked,
        stakeLimit: Number(stakeLimit.input.value),
        ...(byPolicy
          ? { policy: policy.input.value, aggression: Number(aggression.input.value) }
          : { prompt: String(prompt.input.value) }),
      });
    },
  }).element;
}
