// Everything that a decision needs is visible without scrolling, in every table kind and usual window size.
import assert from 'node:assert/strict';
import { faults } from './faults.mjs';
import { KINDS } from './kinds.mjs';
import { longNames, WINDOWS } from './looks.mjs';
import { moved, playOut } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

/** The parts of a game that must be visible before a decision, besides every control. */
const SEEN = {
  baccarat: ['.bac-hands', '.bac-bet'],
  battleship: ['.waters.mine .ships-hulls', '.waters.mine .ships-grid', '.ships-news'],
  blackjack: ['.bj-dealer .card', '.bj-hands .card', '.bj-actions button'],
  'connect-four': ['.c4-frame'],
  dominoes: ['.domino-line, .domino-table', '.domino-tile', '.domino-ends button'],
  holdem: ['.community', '.poker-seat[data-place="0"] .card', '.pot-line', '.bet-buttons button', '.poker-box'],
  'liars-dice': ['.liars-cup .die', '.liars-middle', '.liars-face', '.liars-challenge'],
  mancala: ['.mancala-wood', '.mancala .store'],
  memory: ['.memory-grid', '.memory-stacks strong'],
  minesweeper: ['.mines-grid', '.mines-tally'],
  president: ['.pr-top', '.pr-hand .card', '.pr-controls button', '.pr-count'],
  roulette: ['.rou-wheel', '.rou-felt', '.rou-says', '.rou-bar .primary'],
  rps: ['.rps-table', '.rps-choice'],
  'tic-tac-toe': ['.ttt .cell'],
  'video-poker': ['.vp-pays', '.vp-card', '.vp-draw'],
};
SEEN['holdem-ring'] = SEEN.holdem;

/** The parts that are not wholly visible, or are covered. */
function unseen(selectors) {
  const { clientWidth, clientHeight } = document.documentElement;
  const all = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
  const shown = all.filter((element) => element.checkVisibility({ visibilityProperty: true }));
  return shown.flatMap((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const name = `${element.className} ${element.ariaLabel ?? element.textContent.slice(0, 30)}`;
    const place = `${name}: ${[left, top, right, bottom].map(Math.round)}`;
    if (left < -0.5 || top < -0.5 || right > clientWidth + 0.5 || bottom > clientHeight + 0.5) return [`out: ${place}`];
    if (!element.matches('button, .card, .die, .pr-top')) return [];
    // Cards of one hand may overlap each other.
    const group = element.matches('.card') ? element.parentElement.parentElement : element;
    const points = [0.5, 0.1, 0.9].map((part) => top + height * part);
    const over = points
      .map((y) => document.elementFromPoint(left + width / 2, y))
      .find((found) => found && !group.contains(found) && !found.contains(element));
    return over ? [`under ${over.className}: ${place}`] : [];
  });
}

/** How often each player is drawn, outside of sentences and the log. */
function drawnNames() {
  const names = [...document.querySelectorAll('.host *, .seats *')]
    .filter((element) => element.checkVisibility() && element.children.length === 0)
    .map((element) => element.textContent.replace(/^\S (?=\S)/, '').replace(/ \(you\)$/, ''));
  return names.filter((name) => name.length === 20 && !name.includes(' '));
}

async function look(stage, page, gameId, name) {
  for (const [title, size] of Object.entries(WINDOWS)) {
    await page.setViewportSize(size);
    await page.evaluate(async () => {
      scrollTo(0, 0);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
    });
    const wanted = ['.sentence', '.state-bar turn-clock', '.board button:not([aria-disabled=true])', ...SEEN[gameId]];
    const wrong = [...(await page.evaluate(unseen, wanted)), ...(await page.evaluate(faults, 'light'))];
    for (const what of wrong) stage.report(`${name}, ${title}: ${what}`);
    const names = await page.evaluate(drawnNames);
    if (new Set(names).size < names.length) stage.report(`${name}, ${title}: drawn twice: ${names}`);
    assert.equal(await page.locator('.actions-panel').isVisible(), false, 'the board offers every action');
  }
  await page.setViewportSize(WINDOWS['a laptop']);
}

/** Every kind right after it is opened, and the fullest tables. */
const TABLES = [
  ...Object.keys(KINDS).map((kind) => ({ kind })),
  { kind: 'holdem-ring', seats: 6 },
  { kind: 'president', seats: 6 },
];

let counted = 0;
for (const { kind, seats } of TABLES) {
  const gameId = KINDS[kind];
  story(
    `all inputs of a decision are visible without scrolling: ${kind}${seats ? `, ${seats} seats` : ''}`,
    async (stage) => {
      counted += 1;
      const member = await stage.member(`wandering-godwit-${counted + 100}`, {
        exact: true,
        viewport: WINDOWS['a laptop'],
        reducedMotion: 'reduce',
      });
      assert.equal(member.handle.length, 20);
      await longNames(member.context);
      const page = await member.page(
        `/tables/${await member.table({ kind, seats, practice: kind === 'holdem-open' })}`,
      );
      let now = await moved(page);
      for (let turn = 0; turn < 8 && !now.over; turn += 1) {
        if ([0, 1, 3, 7].includes(turn)) await look(stage, page, gameId, `${kind} after ${turn} moves`);
        await pointing(gameId)(page, turn);
        now = await moved(page, now.told);
      }
    },
  );
}

story('the result and the next steps are visible without scrolling', async (stage) => {
  for (const [kind, gameId] of [
    ['tic-tac-toe-vs-house', 'tic-tac-toe'],
    ['baccarat', 'baccarat'],
    ['holdem-vs-house', 'holdem'],
  ]) {
    const member = await stage.member('result');
    const page = await member.page(`/tables/${await member.table({ kind })}`);
    await playOut(page, pointing(gameId));
    for (const [title, size] of Object.entries(WINDOWS)) {
      await page.setViewportSize(size);
      await page.evaluate(() => scrollTo(0, 0));
      const out = await page.evaluate(unseen, ['.sentence', '.end h2', '.end .primary']);
      for (const what of out) stage.report(`${kind}, ${title}: ${what}`);
    }
  }
});

/** What must not be under the result: the player's own pieces, and what decided. */
const DECIDED = {
  mancala: ['.mancala .store'],
  holdem: ['.poker-seat[data-place="0"] .card', '.community .card'],
  dominoes: ['.domino-line'],
  'liars-dice': ['.liars-cup .die'],
  battleship: ['.waters.mine .ships-grid'],
  roulette: ['.rou-wheel'],
};

/** The parts that the result covers. */
function covered(selectors) {
  const card = document.querySelector('.end').getBoundingClientRect();
  const all = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
  const shown = all.filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const places = shown.map((element) => ({ name: element.className, at: element.getBoundingClientRect() }));
  const under = places.filter(
    ({ at }) => at.bottom > card.top + 1 && at.top < card.bottom && at.right > card.left + 1 && at.left < card.right,
  );
  return under.map(({ name, at }) => `${name}: ${at.top} to ${at.bottom} is under ${card.top}`);
}

story('the result covers neither the own pieces nor what decided, and unfolds', async (stage) => {
  for (const [gameId, selectors] of Object.entries(DECIDED)) {
    const kind = gameId in KINDS ? gameId : `${gameId}-vs-house`;
    const member = await stage.member('folds', { reducedMotion: 'reduce' });
    const page = await member.page(`/tables/${await member.table({ kind })}`);
    await playOut(page, pointing(gameId));
    for (const [title, size] of Object.entries(WINDOWS)) {
      await page.setViewportSize(size);
      await page.evaluate(async () => {
        scrollTo(0, 0);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
      for (const what of await page.evaluate(covered, selectors)) stage.report(`${kind}, ${title}: ${what}`);
    }
    await page.setViewportSize(WINDOWS['a phone']);
    await page.reload();
    const replay = page.locator('.end').getByRole('link', { name: 'Replay' });
    await page.getByRole('button', { name: 'Show more' }).click();
    await replay.waitFor();
    await page.getByRole('button', { name: 'Show less' }).click();
    await replay.waitFor({ state: 'hidden' });
    await page.goto(`${page.url()}/replay`);
    await atReplay(stage, page, kind);
    await page.close();
  }
});

/** A replay shows its board and its controls in every window, and each player once. */
async function atReplay(stage, page, kind) {
  await page.getByRole('group', { name: 'Replay' }).waitFor();
  for (const [title, size] of Object.entries(WINDOWS)) {
    await page.setViewportSize(size);
    await page.evaluate(async () => {
      scrollTo(0, 0);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    const wanted = ['.sentence', '.player button', '.player input'];
    const wrong = [...(await page.evaluate(unseen, wanted)), ...(await page.evaluate(faults, 'light'))];
    for (const what of wrong) stage.report(`the replay of ${kind}, ${title}: ${what}`);
    const names = await page.evaluate(drawnNames);
    if (new Set(names).size < names.length) stage.report(`the replay of ${kind}, ${title}: drawn twice: ${names}`);
  }
}

story('the front page begins with a game in every window, without scrolling', async (stage) => {
  const page = await (await stage.visitor()).newPage();
  await page.goto('/');
  for (const [title, size] of Object.entries(WINDOWS)) {
    await page.setViewportSize(size);
    for (const what of await page.evaluate(unseen, ['.hero h1', '.hero .primary'])) stage.report(`${title}: ${what}`);
  }
});

story('a waiting table shows its seats and how to go on in every window', async (stage) => {
  const [ada, bob] = await Promise.all(
    ['wandering-godwit-098', 'wandering-godwit-099'].map((name) => stage.member(name, { exact: true })),
  );
  const full = await ada.table({ kind: 'holdem-ring', open: true, seats: 6 });
  const kept = await ada.table({ kind: 'mancala-vs-house', invited: bob.handle });
  const cancelled = await ada.table({ kind: 'mancala-vs-house', open: true });
  const pages = await Promise.all(
    [
      [ada, full, ['.waiting-room button']],
      [bob, full, ['.state-bar button']],
      [bob, kept, ['.state-bar button']],
      [ada, cancelled, ['.end .button']],
    ].map(async ([member, id, wanted]) => [await member.page(`/tables/${id}`), wanted]),
  );
  await pages[2][0].getByText('A seat is kept for you.').waitFor();
  await pages[3][0].getByText('Waiting for one more player.').waitFor();
  await ada.post(`/api/tables/${cancelled}/forfeit`);
  await pages[3][0].locator('.end:not([hidden])').waitFor();
  for (const [page, wanted] of pages) {
    await page.bringToFront();
    for (const [title, size] of Object.entries(WINDOWS)) {
      await page.setViewportSize(size);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const seen = ['.sentence', '.seat', ...wanted];
      const wrong = [...(await page.evaluate(unseen, seen)), ...(await page.evaluate(faults, 'light'))];
      for (const what of wrong) stage.report(`${await page.locator('.sentence').innerText()} ${title}: ${what}`);
    }
  }
});

/** The parts whose last line is below the lower edge of the window. */
function cutOff(selectors) {
  const all = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
  const shown = all.filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const places = shown.map((element) => ({ name: element.className, at: element.getBoundingClientRect() }));
  const out = places.filter(({ at }) => at.bottom > innerHeight + 0.5 || at.top < -0.5);
  return out.map(({ name, at }) => `${name}: ${Math.round(at.top)} to ${Math.round(at.bottom)} of ${innerHeight}`);
}

story('a laptop shows what is said below a board, and the whole result', async (stage) => {
  const member = await stage.member('whole-window', { viewport: WINDOWS['a laptop'], reducedMotion: 'reduce' });
  const look = async (page, name, selectors) => {
    for (const what of await page.evaluate(cutOff, selectors)) stage.report(`${name}: ${what}`);
  };
  const mines = await member.page(
    `/tables/${await member.table({ kind: 'minesweeper-vs-house', practice: true, level: 1 })}`,
  );
  await moved(mines);
  assert.ok(await mines.locator('.mines .small').isVisible());
  await look(mines, 'the hint of minesweeper', ['.mines .small']);
  await mines.close();

  const dice = await member.page(
    `/tables/${await member.table({ kind: 'liars-dice-vs-house', practice: true, level: 1 })}`,
  );
  let now = await moved(dice);
  let seen = 0;
  for (let turn = 0; turn < 60 && !now.over; turn += 1) {
    const told = dice.locator('.liars-last h2');
    // The house has bid since the round ended.
    if (await told.isVisible()) {
      seen += 1;
      await look(dice, 'the end of the last round', ['.liars-last h2', '.liars-last .die', '.liars-last p']);
    }
    await pointing('liars-dice')(dice, turn);
    now = await moved(dice, now.told);
  }
  assert.ok(seen > 0, 'a round ended, and the house began the next one');
  await dice.close();

  for (const [kind, gameId] of [
    ['tic-tac-toe-vs-house', 'tic-tac-toe'],
    ['president', 'president'],
    ['minesweeper-vs-house', 'minesweeper'],
    ['holdem-vs-house', 'holdem'],
  ]) {
    const page = await member.page(`/tables/${await member.table({ kind })}`);
    await playOut(page, pointing(gameId));
    await page.locator('.end:not([hidden])').waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await look(page, `the result of ${kind}`, ['.end', '.end-more > :last-child']);
    await page.close();
  }
});
