// The look and the accessibility of a page: in light and dark, on a phone, with large text.
import axe from 'axe-core';
import { faults } from './faults.mjs';

const PHONE = { width: 320, height: 640 };

/** The windows in which everything that decides must be visible. */
export const WINDOWS = {
  'a laptop': { width: 1280, height: 800 },
  'a phone': { width: 390, height: 844 },
  'a small phone': { width: 360, height: 640 },
  'a phone held sideways': { width: 844, height: 390 },
  'a laptop at 200 %': { width: 640, height: 400 },
};

/** The longest possible handle. */
const NAMES = [
  'mammoth-whimbrel-007',
  'sandpiper-of-the-sea',
  'oystercatcher-wading',
  'ringed-plover-common',
  'black-tailed-godwit7',
  'mudflat-dunlin-flock',
];

/** The house has the longest names that members can have. */
export async function longNames(context) {
  // Events of the stream are parsed in the page, responses are changed on their way.
  await context.addInitScript((names) => {
    const parse = JSON.parse;
    JSON.parse = (...given) => {
      const body = parse(...given);
      for (const seats of [body?.seats, body?.table?.seats].filter(Array.isArray))
        for (const seat of seats) if (seat.name === 'house') seat.name = names[seat.seat];
      return body;
    };
  }, NAMES);
  await context.route(/\/api\/tables\/[^/?]+(\?|\/action|$)/, async (route) => {
    try {
      const response = await route.fetch();
      const body = await response.json();
      for (const table of [body, body.table])
        for (const seat of table?.seats ?? []) if (seat.name === 'house') seat.name = NAMES[seat.seat];
      await route.fulfill({ response, json: body });
    } catch {
      // The page has gone meanwhile.
      await route.abort().catch(() => {});
    }
  });
}

/** Takes a screenshot for people to look at. */
export async function picture(page, name) {
  await rest(page);
  await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });
}

/**
 * Waits until all animations have finished, with nothing under the pointer. Collapsed content is not drawn, and an
 * animation there never finishes.
 */
export async function rest(page) {
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const seen = document.getAnimations().filter(({ effect }) => effect.target.checkVisibility());
    await Promise.all(seen.map(({ finished }) => finished.catch(() => {})));
  });
}

/** The findings of axe-core on the present page. */
export async function accessible(stage, page, name) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, html, failureSummary }) => `${id}: ${target.join(' ')} ${html.slice(0, 200)} ${failureSummary}`,
      ),
    );
  });
  for (const what of found) stage.report(`axe-core on ${name}: ${what}`);
}

/** Nothing is wider than the window. */
export async function narrow(stage, page, name) {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const all = [...document.body.querySelectorAll('*')];
    const over = all.filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5);
    return [
      `${scrollWidth} px in ${clientWidth}`,
      ...over.slice(0, 8).map((element) => element.outerHTML.slice(0, 120)),
    ];
  });
  if (wide.length > 0) stage.report(`wider than the window: ${name}: ${wide.join('\n')}`);
}

/** Checks a page in every scheme and size; leaves screenshots. */
export async function inspect(stage, page, name) {
  const size = page.viewportSize();
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    await rest(page);
    await accessible(stage, page, `${name}, ${colorScheme}`);
    for (const what of await page.evaluate(faults, colorScheme)) stage.report(`${name}, ${colorScheme}: ${what}`);
    await picture(page, colorScheme === 'dark' ? `${name}-dark` : name);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  await narrow(stage, page, `${name} at ${PHONE.width} px`);
  for (const what of await page.evaluate(faults, 'light')) stage.report(`${name} at ${PHONE.width} px: ${what}`);
  await picture(page, `${name}-phone`);
  await largeText(page, true);
  await narrow(stage, page, `${name} at ${PHONE.width} px with text of 200 %`);
  await largeText(page, false);
  await page.setViewportSize(size);
}

function largeText(page, large) {
  return page.evaluate((large) => (document.documentElement.style.fontSize = large ? '200%' : ''), large);
}
