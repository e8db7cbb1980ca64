// Preferences of this browser: looks, and whether a member is signed in here (never the credential).

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
    // Without storage, a choice lasts as long as the page.
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

/** Light or dark: the choice, or the system's preference. */
export function theme() {
  return read('theme') ?? (dark.matches ? 'dark' : 'light');
}

/** Applies the looks to the page. */
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

/** Whether single-key shortcuts are on: digits and letters without Control or Alt. */
export function singleKeys() {
  return read('keys') !== 'off';
}

/** Whether the person prefers reduced motion. */
export function still() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
