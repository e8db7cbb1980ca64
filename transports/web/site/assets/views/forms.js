// Forms: a label, a help text and the error beside each field; an error without a field is above the button.

import { ApiError, patiently } from '../lib/api.js';
import { fill, h, setAttribute, setText } from '../lib/dom.js';
import * as session from '../lib/session.js';
import { explain, explainField, wayOut } from './words.js';

/**
 * @typedef {{ element: HTMLElement, input: any, label: string, wrong: (text: string) => void }} Field
 */

/**
 * A labelled field. `attributes` are those of the control.
 * @param {{
 *   name: string,
 *   label: string,
 *   help?: import('../lib/dom.js').Child,
 *   tag?: 'input' | 'textarea' | 'select',
 *   options?: [value: string, text: string][],
 *   after?: import('../lib/dom.js').Child,
 *   [attribute: string]: any,
 * }} made
 * @returns {Field}
 */
export function field({ name, label, help, tag = 'input', options = [], after, ...attributes }) {
  const id = `field-${name}`;
  const error = h('p', { class: 'wrong', id: `${id}-wrong`, hidden: true });
  const input = h(
    tag,
    { id, name, ...attributes, 'aria-describedby': `${id}-wrong${help ? ` ${id}-help` : ''}` },
    options.map(([value, text]) => h('option', { value, text })),
  );
  const element = h(
    'div',
    { class: 'field' },
    h('label', { for: id, text: label }),
    help && h('div', { class: 'help', id: `${id}-help` }, help),
    error,
    input,
    after,
  );
  input.addEventListener('input', () => wrong(''));

  /** @param {string} text */
  function wrong(text) {
    error.hidden = text === '';
    setText(error, text);
    setAttribute(input, 'aria-invalid', text === '' ? null : 'true');
  }

  return { element, input, label, wrong };
}

/**
 * A group of radio buttons.
 * @param {{ name: string, legend: string, choices: [value: string, text: string, help?: string][], value: string }} made
 */
export function choices({ name, legend, choices: all, value }) {
  const error = h('p', { class: 'wrong', role: 'alert', hidden: true });
  const inputs = all.map(([choice]) =>
    h('input', { type: 'radio', name, value: choice, id: `field-${name}-${choice}`, checked: choice === value }),
  );
  const element = h(
    'fieldset',
    { class: 'field' },
    h('legend', { text: legend }),
    error,
    all.map(([choice, text, help], place) =>
      h(
        'div',
        { class: 'choice-row' },
        h('label', { class: 'choice', for: `field-${name}-${choice}` }, inputs[place], h('span', { text })),
        help && h('span', { class: 'quiet small choice-help', text: help }),
      ),
    ),
  );
  return {
    element,
    inputs,
    label: legend,
    get input() {
      return inputs.find(({ checked }) => checked) ?? /** @type {HTMLInputElement} */ (inputs[0]);
    },
    /** @param {string} text */
    wrong(text) {
      error.hidden = text === '';
      setText(error, text);
    },
  };
}

/**
 * A form that is submitted once at a time. `submit` may throw an ApiError, which is shown beside the field that it names.
 * @param {{
 *   fields: Record<string, Field>,
 *   content?: import('../lib/dom.js').Child[],
 *   text: string,
 *   danger?: boolean,
 *   submit: () => Promise<void>,
 *   also?: import('../lib/dom.js').Child,
 * }} made `content` where the fields alone are not all
 */
export function form({ fields, content, text, danger = false, submit, also }) {
  const problem = h('p', { class: 'wrong', role: 'alert' });
  const button = h('button', { type: 'submit', class: danger ? 'danger' : 'primary', text });
  const element = h(
    'form',
    { class: 'form', novalidate: true, on: { submit: send } },
    content ?? Object.values(fields).map((item) => item.element),
    problem,
    h('div', { class: 'row' }, button, also),
  );
  let busy = false;

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    if (busy) return;
    busy = true;
    setAttribute(button, 'aria-disabled', 'true');
    setText(problem, '');
    for (const item of Object.values(fields)) item.wrong('');
    try {
      await submit();
    } catch (error) {
      if (error instanceof Wrong) show(error.field, error.message);
      else if (error instanceof ApiError) tell(error);
      else throw error;
    } finally {
      busy = false;
      setAttribute(button, 'aria-disabled', null);
    }
  }

  /** @param {ApiError} error */
  function tell(error) {
    const name = error.field?.replace(/^\//, '') ?? '';
    if (fields[name]) show(name, explainField(error, fields[name].label));
    else if (error.status === 401 && session.current()) session.ended();
    else setText(problem, explain(error));
  }

  /**
   * @param {string} name
   * @param {string} message
   */
  function show(name, message) {
    fields[name]?.wrong(message);
    fields[name]?.input.focus();
  }

  return { element, button, problem };
}

/** An error of a field that the page itself finds. */
export class Wrong extends Error {
  /**
   * @param {string} field
   * @param {string} message
   */
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

/**
 * A button that does one thing at a time and shows its error beside itself.
 * @param {string} text
 * @param {() => Promise<void>} act
 * @param {{ class?: string, label?: string | undefined }} [looks]
 */
export function actButton(text, act, { class: className = '', label } = {}) {
  const problem = h('span', { class: 'wrong small', role: 'alert' });
  const button = h('button', { type: 'button', class: className, text, 'aria-label': label, on: { click } });
  let busy = false;

  async function click() {
    if (busy) return;
    busy = true;
    setAttribute(button, 'aria-disabled', 'true');
    setText(problem, '');
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401 && session.current()) session.ended();
      else tell(error);
    } finally {
      busy = false;
      setAttribute(button, 'aria-disabled', null);
    }
  }

  /** @param {ApiError} error */
  function tell(error) {
    fill(problem, explain(error), ' ', wayOut(error));
    // Where the press was may be at the edge of the window.
    problem.scrollIntoView({ block: 'nearest' });
  }

  return h('span', { class: 'act' }, button, problem);
}

/**
 * Sends a request with a reference, or one that is safe to repeat: with retries if they may help.
 * @template T
 * @param {() => Promise<T>} request
 */
export function persist(request) {
  return patiently(request, { attempts: 3 });
}
