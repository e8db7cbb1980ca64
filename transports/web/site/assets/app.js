// The frame of every page, and the list of pages.

import { announce } from './lib/announce.js';
import { fill, h, onlyRead, svg } from './lib/dom.js';
import * as due from './lib/due.js';
import { number } from './lib/format.js';
import { setTitle } from './lib/notify.js';
import * as prefs from './lib/prefs.js';
import { recall } from './lib/refs.js';
import { route, start } from './lib/router.js';
import * as session from './lib/session.js';
import './lib/face.js';

route('/', () => import('./views/front.js'));
route('/play', () => import('./views/play.js'));
route('/tables/:id', () => import('./table/view.js'));
route('/tables/:id/replay', () => import('./views/replay.js'));
route('/join', () => import('./views/join.js'));
route('/signin', () => import('./views/signin.js'));
route('/lobby', () => import('./views/lobby.js'));
route('/new', () => import('./views/new-table.js'));
route('/daily', () => import('./views/daily.js'));
route('/leaderboard', () => import('./views/leaderboard.js'));
route('/games', () => import('./views/games.js'));
route('/agents', () => import('./views/agents.js'));
route('/account', () => import('./views/account.js'));
route('/history', () => import('./views/history.js'));
route('/ledger', () => import('./views/ledger.js'));
route('/players/:handle', () => import('./views/player.js'));
route('/parties/:id', () => import('./views/party.js'));
route('.*', () => import('./views/not-found.js'));

const main = h('main', { id: 'main', tabindex: -1 });
const nav = h('nav', { 'aria-label': 'Pages' });
const you = h('nav', { class: 'you', 'aria-label': 'You' });
const unkept = h(
  'aside',
  { class: 'strip', 'aria-label': 'Not kept yet' },
  'You have not kept your recovery code yet: without it you cannot come back to your account. ',
  h('a', { href: '/join', text: 'Show the code' }),
);
const ended = h(
  'aside',
  { class: 'strip session', 'aria-label': 'Session' },
  'Your session has ended. ',
  h('a', { href: '/signin', text: 'Sign in to go on' }),
);
const theme = h('button', { type: 'button', class: 'plain theme', on: { click: switchTheme } });

document.body.append(
  h('a', { class: 'skip', href: '#main', text: 'Skip to the content', on: { click: skip } }),
  h('header', { class: 'bar' }, h('a', { class: 'brand', href: '/' }, bird(), 'Turnstone'), nav, you, theme),
  unkept,
  ended,
  main,
  h(
    'footer',
    { class: 'foot' },
    h('span', { text: 'Play-money chips only.' }),
    h('a', { href: '/games', text: 'Games and rules' }),
    h('a', { href: '/skill.md', text: 'For programs' }),
    h('a', { href: '/openapi.json', text: 'OpenAPI' }),
  ),
);

/** @param {MouseEvent} event */
function skip(event) {
  event.preventDefault();
  main.focus();
}

function switchTheme() {
  prefs.setTheme(prefs.theme() === 'dark' ? 'light' : 'dark');
  drawTheme();
}

function drawTheme() {
  const other = prefs.theme() === 'dark' ? 'light' : 'dark';
  fill(theme, prefs.theme() === 'dark' ? '☾' : '☀', onlyRead(`Switch to ${other} colours`));
}

/** @param {session.Member | null} member */
function drawNav(member) {
  // Before the server has told who it is, the places are those that will stay.
  const here = member !== null || session.expected();
  fill(
    nav,
    here ? lobby(due.count()) : link('/play', 'Play now'),
    link('/daily', 'Daily deal'),
    link('/leaderboard', 'Leaders'),
  );
  fill(you, here ? link('/account', member ? account(member) : 'Account') : link('/signin', 'Sign in'));
  ended.hidden = !session.hasEnded() || location.pathname === '/signin';
  ended
    .querySelector('a')
    ?.setAttribute('href', `/signin?back=${encodeURIComponent(location.pathname + location.search)}`);
  unkept.hidden = !here || recall('join') === null || location.pathname === '/join';
}

/** @param {number} count how much waits there */
function lobby(count) {
  const mark = h('span', { class: 'badge mine count number', text: number(count) });
  return link('/lobby', count === 0 ? 'Lobby' : ['Lobby ', mark, onlyRead(' waiting for you')]);
}

/**
 * A long handle is cut where there is no room for it, the balance never.
 * @param {session.Member} member
 */
function account({ handle, balance }) {
  return [
    h('span', { class: 'handle', text: handle }),
    h('span', { class: 'number' }, ' · ', number(balance), onlyRead(' chips')),
  ];
}

/**
 * @param {string} href
 * @param {import('./lib/dom.js').Child} content
 */
function link(href, content) {
  return h('a', { href, 'aria-current': location.pathname === href ? 'page' : null }, content);
}

/** A turnstone, in a few strokes. */
function bird() {
  return svg(
    'svg',
    { viewBox: '0 0 32 32', width: 28, height: 28, 'aria-hidden': 'true' },
    svg('rect', { width: 32, height: 32, rx: 7, fill: 'var(--accent)' }),
    svg('path', { d: 'M5 22c5 2.500 16 2.500 22 0-1.500-4-5-6-11-6S6.500 18 5 22z', fill: 'var(--on-accent)' }),
    svg('path', {
      d: 'M9 14c1-5 5-7.500 9-7 3 .4 4.500 2 5 4l4 .8-4 1.700c-1.500 2.500-4 3-7 2.500z',
      fill: 'var(--on-accent)',
    }),
    svg('circle', { cx: 20.5, cy: 10.5, r: 1.1, fill: 'var(--accent)' }),
  );
}

drawTheme();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawTheme);
drawNav(session.current());
session.watch(drawNav);
due.keepCount(() => drawNav(session.current()));
void session.whoAmI().catch(() => {});

void start((view, { first, stay }) => {
  setTitle(view.title === 'Turnstone' ? view.title : `${view.title} · Turnstone`);
  main.className = view.wide ? 'wide' : '';
  fill(main, view.element);
  drawNav(session.current());
  void due.refresh();
  if (first) return;
  if (!stay) scrollTo(0, 0);
  const heading = view.element.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  if (!stay) announce(view.title);
});
