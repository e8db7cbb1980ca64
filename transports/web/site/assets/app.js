// The frame of every page, and the list of pages.

import { announce } from './lib/announce.js';
import { fill, h, onlyRead } from './lib/dom.js';
import * as due from './lib/due.js';
import { number } from './lib/format.js';
import { setTitle } from './lib/notify.js';
import * as prefs from './lib/prefs.js';
import { otherwise, route, start } from './lib/router.js';
import * as session from './lib/session.js';
import './lib/face.js';

route('/', () => import('./views/front.js'));
route('/play', () => import('./views/play.js'));
route('/tables/:id', () => import('./table/view.js'));
route('/tables/:id/replay', () => import('./views/replay.js'));
route('/friend', () => import('./views/friend.js'));
route('/join', () => import('./views/join.js'));
route('/signin', () => import('./views/signin.js'));
route('/lobby', () => import('./views/lobby.js'));
route('/new', () => import('./views/new-table.js'));
route('/match', () => import('./views/match.js'));
route('/daily', () => import('./views/daily.js'));
route('/leaderboard', () => import('./views/leaderboard.js'));
route('/games', () => import('./views/games.js'));
route('/agents', () => import('./views/agents.js'));
route('/account', () => import('./views/account.js'));
route('/history', () => import('./views/history.js'));
route('/ledger', () => import('./views/ledger.js'));
route('/players/:handle', () => import('./views/player.js'));
route('/parties/:id', () => import('./views/party.js'));
otherwise(() => import('./views/not-found.js'));

// The document already contains the frame for guests.
const main = part('main');
const nav = part('pages');
const you = part('you');
const unkept = part('unkept');
const ended = part('ended');
const theme = part('theme');
theme.addEventListener('click', switchTheme);
document.querySelector('.skip')?.addEventListener('click', skip);

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {Event} event */
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
  // Before the server has answered who is signed in, the links are those that will stay.
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
  unkept.hidden = member?.recoveryConfirmed !== false || location.pathname === '/join';
}

/** @param {number} count how many tables wait there */
function lobby(count) {
  const mark = h('span', { class: 'badge mine count number', text: number(count) });
  return link('/lobby', count === 0 ? 'Lobby' : ['Lobby ', mark, onlyRead(' waiting for you')]);
}

/**
 * A long handle is cut if there is no room for it, the balance never.
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

drawTheme();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawTheme);
drawNav(session.current());
session.watch(drawNav);
due.keepCount(() => drawNav(session.current()));
void session.whoAmI().catch(() => {});

void start((view, { first, stay }) => {
  setTitle(view.title === 'Turnstone' ? view.title : `${view.title} · Turnstone`);
  // The document may already contain the front page.
  if (main.firstElementChild !== view.element) fill(main, view.element);
  drawNav(session.current());
  void due.refresh();
  if (first) return;
  if (!stay) scrollTo(0, 0);
  const heading = view.element.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  if (!stay) announce(view.title);
});
