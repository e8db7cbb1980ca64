// The environment of a story: a server, members, and browsers in which every error fails the test.
import { chromium, request } from 'playwright-core';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { Server } from './server.mjs';

const WIDE = { width: 1200, height: 800 };
/** The timeout of any step of a page, in milliseconds. */
const PATIENCE = 20_000;

/** One server and one browser for all stories of a file, started by the first that needs them. */
let opened = null;
after(
  async () => {
    if (!opened) return;
    const { server, browser } = await opened;
    await browser.close();
    await server.stop();
  },
  { timeout: 60_000 },
);

async function open() {
  const [server, browser] = await Promise.all([
    Server.start(),
    chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] }),
  ]);
  return { server, browser, invitation: await server.invite() };
}

/**
 * A test in which every page is watched: a console error, an exception, a violation of the policy or a request to
 * another server fails it, unless the story has announced it.
 * @param {string} name
 * @param {(stage: Stage, t: import('node:test').TestContext) => Promise<void>} tell
 * @param {number} [timeout] in milliseconds
 */
export function story(name, tell, timeout = 240_000) {
  test(name, { timeout }, async (t) => {
    opened ??= open();
    const stage = new Stage(await opened);
    try {
      await tell(stage, t);
      if (stage.trouble.length > 0) throw new Error('something went wrong in the pages');
    } catch (error) {
      await stage.leavePictures(name);
      if (stage.trouble.length > 0) error.message += `\nIn the pages:\n${stage.trouble.join('\n')}`;
      throw error;
    } finally {
      await stage.close();
    }
  });
}

let joined = 0;

/**
 * The stored state of a browser that has signed in. It is set once, so that a page can delete it; as the context's
 * state it would cost a page of its own for each.
 */
function signedInBefore() {
  if (location.origin === 'null' || localStorage.getItem('told') !== null) return;
  localStorage.setItem('told', 'yes');
  localStorage.setItem('turnstone.member', 'yes');
}

export class Stage {
  constructor({ server, browser, invitation }) {
    this.server = server;
    this.browser = browser;
    this.invitation = invitation;
    this.contexts = [];
    this.doors = [];
    this.trouble = [];
    this.announced = [];
  }

  /** The address of the server. */
  get origin() {
    return this.server.origin;
  }

  /** Allows an error that browsers report. */
  announce(pattern) {
    this.announced.push(pattern);
  }

  /** A visitor without an account, with a browser. */
  async visitor(options = {}) {
    return this.context(options);
  }

  /**
   * A member with a browser that is signed in.
   * @param {string} [name] the beginning of the handle; all of it, where it is to be an exact one
   */
  async member(name = 'member', { exact = false, ...options } = {}) {
    joined += 1;
    const handle = exact ? name : `${name}-${joined}`;
    const api = await request.newContext({ baseURL: this.origin });
    this.doors.push(api);
    const body = { inviteCode: this.invitation, handle, clientRef: randomUUID() };
    const { recoveryCode } = await answer(api.post('/api/join', { data: body }));
    await answer(api.post('/api/recovery/confirm'));
    const { cookies } = await api.storageState();
    const context = await this.context({ storageState: { cookies, origins: [] }, ...options });
    await context.addInitScript(signedInBefore);
    return new Member({ handle, recoveryCode, api, context, origin: this.origin });
  }

  /** A browser context whose pages are watched. */
  async context(options = {}) {
    const context = await this.browser.newContext({ baseURL: this.origin, viewport: WIDE, ...options });
    context.setDefaultTimeout(PATIENCE);
    this.contexts.push(context);
    context.on('console', (message) => {
      if (message.type() === 'error') this.report(`console: ${message.text()} ${message.location().url}`);
    });
    context.on('weberror', (error) => this.report(`exception: ${error.error().stack ?? error.error()}`));
    context.on('request', (asked) => {
      const url = new URL(asked.url());
      if (url.origin !== this.origin && !['data:', 'blob:'].includes(url.protocol)) this.report(`request to ${url}`);
    });
    await context.exposeBinding('reportViolation', (_, what) => this.report(`policy: ${what}`));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
        window.reportViolation(`${violatedDirective} ${blockedURI} ${sample}`),
      );
    });
    return context;
  }

  report(what) {
    if (!this.announced.some((pattern) => pattern.test(what))) this.trouble.push(what);
  }

  async leavePictures(name) {
    const pages = this.contexts.flatMap((context) => context.pages());
    for (const [place, page] of pages.entries()) {
      const path = `${process.env.SCREENSHOTS}/failed/${name.replace(/[^a-z0-9]+/gi, '-')}-${place}.png`;
      await page.screenshot({ path, timeout: 5_000 }).catch(() => {});
    }
  }

  async close() {
    await Promise.all([...this.contexts.map((context) => context.close()), ...this.doors.map((api) => api.dispose())]);
  }
}

/** A person with an account: their browser, and the API for steps that a story does not do through pages. */
export class Member {
  constructor({ handle, recoveryCode, api, context, origin }) {
    Object.assign(this, { handle, recoveryCode, api, context, origin });
  }

  /** Opens a page in their browser. */
  async page(path) {
    const page = await this.context.newPage();
    await page.goto(path);
    return page;
  }

  get(path) {
    return answer(this.api.get(path));
  }

  post(path, data = {}) {
    return answer(this.api.post(path, { data }));
  }

  patch(path, data) {
    return answer(this.api.patch(path, { data }));
  }

  /** Opens a table and returns its id. */
  async table(wanted) {
    return (await this.post('/api/tables', { clientRef: randomUUID(), ...wanted })).tableId;
  }
}

/** The body of a successful response. */
async function answer(promise) {
  const response = await promise;
  const text = await response.text();
  assert.ok(response.ok(), `${response.url()}: ${response.status()} ${text}`);
  return text === '' ? null : JSON.parse(text);
}
