// Addresses from outside, in a link or in a message: only those of this site are followed.

/**
 * The path of an address, if it leads to a page of this origin; otherwise null. It is resolved twice:
 * `/.//other.example/x` is an address of this origin, but its path, `//other.example/x`, names another host when it is
 * used by itself.
 * @param {string} address
 * @param {string} origin the origin of this site
 * @returns {string | null} path, query and fragment
 */
export function pathHere(address, origin) {
  try {
    const url = new URL(address, origin);
    const path = url.pathname + url.search + url.hash;
    return url.origin === origin && new URL(path, origin).href === url.href ? path : null;
  } catch {
    return null;
  }
}
