// A page whose controls are reached and pressed only by keys: Tab between groups, arrows within them, Enter.
import assert from 'node:assert/strict';

const NARROWER = ['locator', 'getByRole', 'getByText', 'nth', 'first', 'last', 'and', 'filter'];
/** The maximum number of keys from any place on a page to any of its controls. */
const MOST = 160;

/**
 * The same page, or locator, but `click` is done by keys.
 * @template T
 * @param {T} thing
 * @returns {T}
 */
export function byKeys(thing) {
  return new Proxy(thing, {
    get(target, name) {
      const member = target[name];
      if (name === 'click') return () => press(target);
      if (typeof member !== 'function') return member;
      if (NARROWER.includes(name)) return (...args) => byKeys(member.apply(target, args));
      return member.bind(target);
    },
  });
}

async function press(locator) {
  const page = locator.page();
  let goal = await locator.elementHandle();
  for (let keys = 0; keys < MOST; keys += 1) {
    // A board that is drawn again may have replaced the control.
    if (!(await goal.evaluate((element) => element.isConnected))) goal = await locator.elementHandle();
    const key = await goal.evaluate(wayTo);
    await page.keyboard.press(key);
    if (key === 'Enter') return;
  }
  assert.fail(`no key leads to ${await goal.evaluate((element) => element.outerHTML)}`);
}

/** The next key on the way from the focused element to a control. */
function wayTo(goal) {
  const from = document.activeElement;
  if (from === goal) return 'Enter';
  const group = goal.closest('.rou-felt') ?? goal.closest('[role=grid], [role=toolbar], [role=group]');
  if (goal.tabIndex === 0 || !group?.contains(from)) return 'Tab';
  if (group.matches('.pr-hand')) {
    // For the keys the hand is one row, also where it takes two lines.
    const [here, there] = [from, goal].map((element) => [...group.children].indexOf(element));
    return there > here ? 'ArrowRight' : 'ArrowLeft';
  }
  const [here, there] = [from, goal].map((element) => element.getBoundingClientRect());
  const down = there.top + there.height / 2 - here.top - here.height / 2;
  const right = there.left + there.width / 2 - here.left - here.width / 2;
  const across = right > 0 ? 'ArrowRight' : 'ArrowLeft';
  const along = down > 0 ? 'ArrowDown' : 'ArrowUp';
  const first = Math.abs(down) > Math.min(here.height, there.height) / 2 ? along : across;
  // If the last key led nowhere, try the other direction.
  const stuck = window.lastFrom === from;
  window.lastFrom = stuck ? null : from;
  return stuck ? (first === along ? across : along) : first;
}
