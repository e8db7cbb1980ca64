// Reports who sits down at a waiting table, and that its game begins.

import { announce } from './announce.js';
import { nameOf } from './friend.js';
import { begins } from './notify.js';

/**
 * @param {EventTarget & { table: Api.TableView | null }} live
 * @param {() => void} ring makes the sound, if the person wants sounds
 */
export function arrivals(live, ring) {
  /** Who sat there while it waited. @type {number[] | null} */
  let before = null;
  live.addEventListener('change', () => {
    const { table } = live;
    if (!table || table.mySeat < 0) return;
    const { seats, status, mySeat } = table;
    const fresh = seats.filter(({ seat, name }) => !before?.includes(seat) && seat !== mySeat && name !== 'house');
    if (before && fresh.length > 0) announce(arrived(fresh.map(nameOf)));
    if (before && status === 'playing') {
      begins(fresh.length > 0 ? arrived(fresh.map(nameOf)) : 'The game begins.');
      ring();
    }
    before = status === 'waiting' ? seats.map(({ seat }) => seat) : null;
  });
}

/** @param {string[]} names */
function arrived(names) {
  return `${names.join(' and ')} ${names.length === 1 ? 'sits' : 'sit'} down.`;
}
