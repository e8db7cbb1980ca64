// What this browser remembers for its person: looks, and whether somebody is signed in here (never with what).

/**
 * @param {string} name
 * @returns {string | null}
 */
export function read(name) {
  try {
    return localStorage.getItem(`turnstone.${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string | null} value
 */
export function write(name, value) {
  try {
    if (value === null) localStorage.removeItem(`turnstone.${name}`);
    else localStorage.setItem(`turnstone.${name}`, value);
  } catch {
    // Without storage, what was chosen lasts as long as the page.
  }
}

/**
 * Calls back when another tab of this browser has changed a value.
 * @param {string} name
 * @param {(value: string | null) => void} changed
 */
export function watch(name, changed) {
  addEventListener('storage', (event) => {
    if (event.key === `turnstone.${name}`) changed(event.newValue);
  });
}

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Light or dark: what was chosen, or what the system prefers. */
export function theme() {
  return read('theme') ?? (dark.matches ? 'dark' : 'light');
}

/** Puts the looks on the page. */
export function applyLooks() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.suits = read('suits') ?? 'two';
}

/** @param {'light' | 'dark'} chosen */
export function setTheme(chosen) {
  write('theme', chosen);
  applyLooks();
}

/** @param {'two' | 'four'} colours how many colours the suits of cards have */
export function setSuits(colours) {
  write('suits', colours === 'two' ? null : colours);
  applyLooks();
}

dark.addEventListener('change', applyLooks);
watch('theme', applyLooks);
watch('suits', applyLooks);
applyLooks();

/** Whether single keys act: digits and letters without Control or Alt. */
export function singleKeys() {
  return read('keys') !== 'off';
}

/** Whether the person wants nothing to move. */
export function still() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
