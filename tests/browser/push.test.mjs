// Web push from end to end. A local service replaces the browser vendor's push service, and passes its messages to the
// browser's worker.
import ece from 'http_ece';
import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { moved } from './playing.mjs';
import { story } from './world.mjs';

/** A push service with one subscription; `read` returns the decrypted messages. */
class PushService {
  static async start() {
    const service = new PushService();
    service.key = createECDH('prime256v1');
    service.auth = randomBytes(16);
    service.heard = [];
    service.paths = [];
    service.server = createServer(async (request, response) => {
      const chunks = await request.toArray();
      service.heard.push(Buffer.concat(chunks));
      service.paths.push(request.url);
      response.writeHead(201).end();
      service.server.emit('heard');
    });
    await once(service.server.listen(0, '127.0.0.1'), 'listening');
    const keys = { p256dh: service.key.generateKeys('base64url'), auth: service.auth.toString('base64url') };
    service.subscription = { endpoint: `http://127.0.0.1:${service.server.address().port}/push/1`, keys };
    return service;
  }

  async read() {
    if (this.heard.length === 0) await once(this.server, 'heard');
    const sealed = this.heard.shift();
    return ece.decrypt(sealed, { version: 'aes128gcm', privateKey: this.key, authSecret: this.auth }).toString();
  }

  stop() {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** The browser under test has no push service: it gets this subscription. */
function subscribed({ endpoint, keys }) {
  const unsubscribe = async () => sessionStorage.removeItem('subscribed') ?? true;
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe };
  PushManager.prototype.getSubscription = async () => sessionStorage.getItem('subscribed') && subscription;
  PushManager.prototype.subscribe = async () => sessionStorage.setItem('subscribed', 'yes') ?? subscription;
}

/** Passes a message to the worker as the browser does. */
async function deliver(page, data) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => one && resolve(one)),
  );
  await session.send('ServiceWorker.enable');
  const { registrationId } = await registered;
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await session.detach();
}

/** Passes a message until its notification is shown: a worker that is still starting loses messages. */
async function shown(page, worker, data) {
  for (;;) {
    await deliver(page, data);
    for (let look = 0; look < 20; look += 1) {
      const [notification] = await worker.evaluate(async () =>
        (await self.registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag })),
      );
      if (notification) return notification;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/**
 * Presses the notification. No script may focus or open a window without a person's input: the worker's requests are
 * recorded.
 */
function pressed(worker) {
  return worker.evaluate(async () => {
    let asked = null;
    let done = null;
    const named = (url) => (new URL(url).origin === location.origin ? new URL(url).pathname : url);
    self.clients.openWindow = async (url) => (asked = `open ${named(url)}`);
    self.WindowClient.prototype.focus = async function () {
      asked = `raise ${named(this.url)}`;
    };
    const [notification] = await self.registration.getNotifications();
    const event = new self.NotificationEvent('notificationclick', { notification });
    event.waitUntil = (promise) => (done = promise);
    self.dispatchEvent(event);
    await done;
    return { asked, left: (await self.registration.getNotifications()).length };
  });
}

story('a browser is notified of a move at a slow table, and a press on the notification opens it', async (stage) => {
  const service = await PushService.start();
  try {
    const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name)));
    await ada.context.grantPermissions(['notifications']);
    await ada.context.addInitScript(subscribed, service.subscription);
    const page = await ada.page('/account');
    const starting = ada.context.waitForEvent('serviceworker');
    await page.getByRole('button', { name: 'Tell this browser', exact: true }).click();
    const worker = await starting;
    await page.getByRole('button', { name: 'Stop notifying this browser' }).waitFor();

    const id = await ada.table({ kind: 'connect-four-vs-house', open: true, pace: 'daily' });
    await bob.post(`/api/tables/${id}/join`);
    const { state } = await bob.get(`/api/tables/${id}`);
    if (state.yourTurn) await bob.post(`/api/tables/${id}/action`, { action: state.legalActions[0], expectedPlies: 0 });
    const told = await service.read();
    assert.equal(JSON.parse(told).tableId, id);
    const { title, body, tag } = await shown(page, worker, told);
    assert.deepEqual({ title, body, tag }, { title: JSON.parse(told).title, body: JSON.parse(told).body, tag: id });
    assert.deepEqual(await pressed(worker), { asked: `open /tables/${id}`, left: 0 });

    await page.goto(`/tables/${id}`);
    await moved(page);
    await shown(page, worker, told);
    assert.deepEqual(await pressed(worker), { asked: `raise /tables/${id}`, left: 0 });

    for (const url of ['/.//evil.example/x', 'https://evil.example//evil.example/x']) {
      await shown(page, worker, JSON.stringify({ ...JSON.parse(told), url }));
      assert.deepEqual(await pressed(worker), { asked: 'open /lobby', left: 0 }, url);
    }

    await page.goto('/account');
    await page.getByRole('button', { name: 'Stop notifying this browser' }).click();
    await page.getByRole('button', { name: 'Tell this browser', exact: true }).waitFor();
  } finally {
    service.stop();
  }
});

/** Signs in on the page that shows that the session is over. */
async function signIn(page, { handle, recoveryCode }) {
  await page.goto('/signin');
  await page.getByLabel('Handle').fill(handle);
  await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/lobby');
}

story('a browser is subscribed again at the next sign-in, and follows its address', async (stage) => {
  const service = await PushService.start();
  try {
    const ada = await stage.member('ada');
    await ada.context.grantPermissions(['notifications']);
    await ada.context.addInitScript(subscribed, service.subscription);
    const page = await ada.page('/account');
    const starting = ada.context.waitForEvent('serviceworker');
    await page.getByRole('button', { name: 'Tell this browser', exact: true }).click();
    const worker = await starting;
    await page.getByRole('button', { name: 'Stop notifying this browser' }).waitFor();

    // A logout elsewhere: the server forgets this browser, and the page does not claim otherwise.
    stage.announce(/status of 401/);
    await ada.post('/api/logout');
    const renewed = page.waitForResponse((response) => response.url().endsWith('/api/push/subscribe'));
    await signIn(page, ada);
    assert.equal((await renewed).status(), 200);
    await page.goto('/account');
    await page.getByText('This browser is notified when it is your move.').waitFor();

    const replaced = { ...service.subscription, endpoint: service.subscription.endpoint.replace('/push/1', '/push/2') };
    const old = service.subscription.endpoint;
    await worker.evaluate(
      async ([{ endpoint, keys }, old]) => {
        let done = null;
        const event = new Event('pushsubscriptionchange');
        Object.assign(event, {
          oldSubscription: { endpoint: old },
          newSubscription: { toJSON: () => ({ endpoint, keys }) },
        });
        event.waitUntil = (promise) => (done = promise);
        self.dispatchEvent(event);
        await done;
      },
      [replaced, old],
    );
    await page.evaluate(async () => {
      await fetch('/api/tables', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ kind: 'connect-four-vs-house', pace: 'daily' }),
      });
    });
    await service.read();
    assert.deepEqual(service.paths, ['/push/2']);
  } finally {
    service.stop();
  }
});
