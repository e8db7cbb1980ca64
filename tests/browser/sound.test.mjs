// Sound and vibration: silent until they are switched on, then events are audible.
import assert from 'node:assert/strict';
import { inspect } from './looks.mjs';
import { moved } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { Server } from './server.mjs';
import { Stage, story } from './world.mjs';

/** Records the sounds: the frequencies of tones, and noises; and vibrations. */
function listen() {
  window.tones = [];
  window.noises = 0;
  window.pulses = [];
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...at) {
    window.tones.push(this.type);
    return start.apply(this, at);
  };
  const { start: noise } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...at) {
    window.noises += 1;
    return noise.apply(this, at);
  };
  navigator.vibrate = (pattern) => window.pulses.push(pattern) > 0;
}

const heard = (page) => page.evaluate(() => ({ tones: window.tones, noises: window.noises, pulses: window.pulses }));
const toggle = (page, name) => page.getByRole('switch', { name });

/** Makes a move in memory and waits for the response. */
async function move(page, turn) {
  const now = await moved(page);
  await pointing('memory')(page, turn);
  await moved(page, now.told);
}

story('a table is silent until sound is switched on, and keeps the choice', async (stage) => {
  const member = await stage.member('quiet');
  await member.context.addInitScript(listen);
  const path = `/tables/${await member.table({ kind: 'memory-vs-house', practice: true })}`;
  const page = await member.context.newPage();
  const loaded = [];
  page.on('request', (request) => request.url().endsWith('/sound.js') && loaded.push(request.url()));
  await page.goto(path);
  await move(page, 0);
  assert.deepEqual(await heard(page), { tones: [], noises: 0, pulses: [] });
  assert.equal(loaded.length, 0, 'its module is not even loaded');
  assert.equal(await toggle(page, 'Vibration').isVisible(), false, 'this is no phone');

  await toggle(page, 'Sound').click();
  assert.equal(await toggle(page, 'Sound').getAttribute('aria-checked'), 'true');
  await page.waitForFunction(() => window.tones.length === 2);
  await move(page, 1);
  await page.waitForFunction(() => window.noises > 0);
  await inspect(stage, page, 'sound-on');

  await page.reload();
  await moved(page);
  assert.equal(await toggle(page, 'Sound').getAttribute('aria-checked'), 'true', 'the browser keeps the choice');
  assert.deepEqual((await heard(page)).tones, [], 'what is there already is not played');
  await move(page, 2);
  await page.waitForFunction(() => window.noises > 0);
  await toggle(page, 'Sound').click();
  const before = await heard(page);
  await move(page, 3);
  assert.deepEqual(await heard(page), before);
});

story('each kind of event has its sound, and a phone vibrates if that is chosen', async (stage) => {
  const member = await stage.member('loud', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await member.context.addInitScript(listen);
  const page = await member.page(`/tables/${await member.table({ kind: 'holdem-vs-house' })}`);
  await moved(page);
  await toggle(page, 'Sound').click();
  await toggle(page, 'Vibration').click();
  await page.waitForFunction(() => window.pulses.length === 1);
  await page.waitForFunction(() => window.tones.length >= 2);
  const before = (await heard(page)).tones.length;
  await pointing('holdem')(page, 0);
  await moved(page);
  await page.waitForFunction((before) => window.tones.length > before, before);

  // Whether more cards come depends on the deal and on the house: hands are played until they do.
  const cards = async () => (await heard(page)).noises > 0;
  for (let hand = 0; hand < 8 && !(await cards()); hand += 1) {
    if (hand > 0) await page.goto(`/tables/${await member.table({ kind: 'holdem-vs-house' })}`);
    for (let turn = 1; turn < 6 && !(await cards()) && !(await moved(page)).over; turn += 1) {
      await pointing('holdem')(page, turn);
      await moved(page);
      await page.waitForTimeout(200);
    }
  }
  assert.ok(await cards(), 'cards are heard');
});

story('the last seconds of a turn are heard', async (stage) => {
  const server = await Server.start({ TURNSTONE_PACE__SOLO_TURN_S: '23' });
  const quick = new Stage({ server, browser: stage.browser, invitation: await server.invite() });
  try {
    const member = await quick.member('slow');
    await member.context.addInitScript(listen);
    const page = await member.page(`/tables/${await member.table({ kind: 'connect-four-vs-house', practice: true })}`);
    await moved(page);
    await toggle(page, 'Sound').click();
    await page.waitForFunction(() => window.tones.filter((type) => type === 'square').length === 2);
    assert.deepEqual(quick.trouble, []);
  } finally {
    await quick.close();
    await server.stop();
  }
});
