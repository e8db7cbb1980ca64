// Each player has one colour everywhere, and boards stay readable with forced colours.
import assert from 'node:assert/strict';
import { KINDS } from './kinds.mjs';
import { picture } from './looks.mjs';
import { moved } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

/** The painted colour of the first element that a selector finds. */
function paint(page, selector, property) {
  return page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element)[property], property);
}

story('pieces have the colours of their players', async (stage) => {
  const member = await stage.member('colours');
  const open = async (kind) => {
    const page = await member.page(`/tables/${await member.table({ kind })}`);
    for (let turn = 0, now = await moved(page); turn < 2; turn += 1) {
      await pointing(KINDS[kind])(page, turn);
      now = await moved(page, now.told);
    }
    return page;
  };
  for (const colorScheme of ['light', 'dark']) {
    const dress = async (page) => {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    };
    const four = await open('connect-four-vs-house');
    await dress(four);
    for (const disc of ['red', 'yellow']) {
      const seat = four.locator('.seat', { hasText: disc });
      const colour = await seat.locator('.shape').evaluate((shape) => getComputedStyle(shape).color);
      assert.equal(colour, await paint(four, `.c4 .disc.${disc}`, 'backgroundColor'));
    }
    const marks = await open('tic-tac-toe-vs-house');
    await dress(marks);
    for (const seat of [0, 1]) {
      const colour = await paint(marks, `.seats .seat-${seat} .shape`, 'color');
      assert.equal(await paint(marks, `.ttt .cell.seat-${seat} .mark`, 'stroke'), colour);
    }
  }
});

story('a mancala pit has the number of its place, and its key, on both sides', async (stage) => {
  const member = await stage.member('pits');
  const page = await member.page(`/tables/${await member.table({ kind: 'mancala-vs-house' })}`);
  await moved(page);
  const row = (side) =>
    page
      .locator(`.mancala-pits .${side} .pit`)
      .evaluateAll((pits) => pits.map((pit) => /\d/.exec(getComputedStyle(pit, '::before').content)?.[0]));
  assert.deepEqual(await row('near'), ['1', '2', '3', '4', '5', '6']);
  assert.deepEqual(await row('far'), ['6', '5', '4', '3', '2', '1']);
  const names = await page
    .locator('.mancala-pits .near .pit')
    .evaluateAll((pits) => pits.map((pit) => /your pit (\d)/.exec(pit.ariaLabel)[1]));
  assert.deepEqual(names, ['1', '2', '3', '4', '5', '6']);
});

story('battleship marks the newest shot of each side, after a reload too', async (stage) => {
  const member = await stage.member('shots');
  const page = await member.page(`/tables/${await member.table({ kind: 'battleship-vs-house' })}`);
  let now = await moved(page);
  await page.getByRole('button', { name: 'Place the rest' }).click();
  now = await moved(page, now.told);
  await pointing('battleship')(page, 3);
  await moved(page, now.told);
  const marked = () =>
    page.locator('.waters').evaluateAll((both) => both.map((one) => one.querySelectorAll('.cell.last').length));
  assert.deepEqual(await marked(), [1, 1]);
  await page.reload();
  await moved(page);
  assert.deepEqual(await marked(), [1, 1]);
});

story("liar's dice names the round that is running", async (stage) => {
  const member = await stage.member('dice');
  const page = await member.page(`/tables/${await member.table({ kind: 'liars-dice-vs-house' })}`);
  let now = await moved(page);
  for (let turn = 0; turn < 6 && !now.over; turn += 1) {
    const rounds = await page
      .locator('.log')
      .getByText(/^Round \d+:/)
      .allInnerTexts();
    const running = /^Round \d+/.exec(rounds.at(-1))[0];
    await page.locator('.liars-middle').getByText(running, { exact: true }).waitFor();
    await pointing('liars-dice')(page, turn);
    now = await moved(page, now.told);
  }
});

/** The elements of each board that must look different. */
const APART = {
  'connect-four': ['.disc.red', '.disc.yellow'],
  memory: ['.memory-card.open', '.memory-card:not(.open)'],
  minesweeper: ['.cell.opened', '.cell.closed'],
  'video-poker': ['.vp-card[aria-pressed=true]', '.vp-card[aria-pressed=false]'],
  roulette: ['.rou-number.red', '.rou-number.black'],
  dominoes: ['.domino-tile:not([aria-disabled=true])', '.domino-tile[aria-disabled=true]'],
  president: ['.pr-rank.legal', '.pr-rank.off'],
  baccarat: ['.bac-bet[aria-pressed=true]', '.bac-bet[aria-pressed=false]'],
};

const CARDS = ['.card-face', '.card-face .paper'];
/** Foreground and background: the first of each pair must contrast with the second. Other boards consist of text. */
const DRAWN = {
  baccarat: [CARDS],
  battleship: [['.ships-shot .blast + *', '.ships-shot .blast']],
  blackjack: [CARDS],
  'connect-four': [
    ['.disc.red .mark', '.disc.red'],
    ['.disc.yellow .mark', '.disc.yellow'],
  ],
  dominoes: [['.hand-tile circle', '.hand-tile .tile-body']],
  holdem: [CARDS],
  'holdem-ring': [CARDS],
  'liars-dice': [['.liars-face .die .pips', '.liars-face .die-face']],
  mancala: [['.seed', '.pit']],
  memory: [['.memory-card.open .memory-picture *', '.memory-card.open']],
  president: [CARDS],
  rps: [['.rps-choice .rps-shape path', '.rps-choice']],
  'tic-tac-toe': [
    ['.cell.seat-0 .mark *', '.cell'],
    ['.cell.seat-1 .mark *', '.cell'],
  ],
  'video-poker': [CARDS],
};
for (const [kind, gameId] of Object.entries(KINDS)) {
  story(`forced colours keep a board readable: ${kind}`, async (stage) => {
    const member = await stage.member('forced', { forcedColors: 'active' });
    const page = await member.page(`/tables/${await member.table({ kind, practice: kind === 'holdem-open' })}`);
    let now = await moved(page);
    for (let turn = 0; turn < (gameId === 'battleship' ? 9 : 1) && !now.over; turn += 1) {
      if (gameId === 'video-poker') break;
      if (['roulette', 'baccarat'].includes(gameId)) break;
      await pointing(gameId)(page, turn);
      now = await moved(page, now.told);
    }
    if (gameId === 'video-poker') await page.locator('.vp-card').first().click();
    for (const scheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: scheme, forcedColors: 'active' });
      await picture(page, `forced-${kind}-${scheme}`);
      assert.deepEqual(await page.locator('.board').evaluate(faint, DRAWN[gameId] ?? []), [], scheme);
      assert.equal(await page.locator('.hint').evaluate(edge), 'none', 'an empty hint is not seen');
      const looks = [];
      for (const selector of APART[gameId] ?? []) {
        const found = page.locator(`.board ${selector}`).first();
        if ((await found.count()) > 0) looks.push(await found.evaluate(look));
      }
      assert.equal(new Set(looks).size, looks.length, `what differs looks different: ${looks}`);
    }
  });
}

/** How an element differs from others of its kind without shadows. */
function look(element) {
  const { backgroundColor, borderTopColor, borderTopStyle, outlineStyle, outlineColor } = getComputedStyle(element);
  return [backgroundColor, borderTopColor, borderTopStyle, outlineStyle === 'none' ? '' : outlineColor].join(' ');
}

/** The edge of an element. */
function edge(element) {
  return getComputedStyle(element).borderTopStyle;
}

/**
 * Elements with too little contrast on a board: texts against their background, and drawings against theirs. A disabled
 * control may be faint.
 */
function faint(board, drawings) {
  const [small, large] = [4.5, 3];
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const luminance = (ink) => {
    canvas.fillStyle = ink;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (...inks) => {
    const [low, high] = inks.map(luminance).sort((one, two) => one - two);
    return (high + 0.05) / (low + 0.05);
  };
  const canvasColour = matchMedia('(prefers-color-scheme: dark)').matches ? 'black' : 'white';
  const clear = (ink) => /, 0\)$/.test(ink);
  const behind = (element) => {
    const ink = element ? getComputedStyle(element).backgroundColor : canvasColour;
    return clear(ink) ? behind(element.parentElement) : ink;
  };
  const painted = (element) => {
    const { fill, stroke, color, backgroundColor } = getComputedStyle(element);
    if (element instanceof SVGElement) return fill === 'none' ? stroke : fill;
    return clear(backgroundColor) ? color : backgroundColor;
  };
  const ground = (element) => (element instanceof SVGElement ? painted(element) : behind(element));
  const isText = (element) =>
    element instanceof HTMLElement &&
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '') &&
    element.checkVisibility() &&
    !element.closest('[aria-disabled=true], .only-read');
  const texts = [...board.querySelectorAll('*')].filter(isText);
  const least = ({ fontSize, fontWeight }) =>
    parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.5 : 24) ? large : small;
  const found = texts.filter((element) => {
    const style = getComputedStyle(element);
    return contrast(style.color, behind(element)) < least(style);
  });
  const pairs = drawings.map((pair) => pair.map((selector) => board.querySelector(selector)));
  const pale = pairs.filter(([mark, on]) => mark && contrast(painted(mark), ground(on)) < large);
  return [...found, ...pale.map(([mark]) => mark)].map(({ outerHTML }) => outerHTML.slice(0, 120));
}
