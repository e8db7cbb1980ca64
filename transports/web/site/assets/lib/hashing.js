// Hashes and signatures, with the browser's own cryptography where it has it. Browsers offer that only over https and
// on loopback, and older ones do not know Ed25519: then a library does the same.

const encoder = new TextEncoder();
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** The library, which is loaded only where it is needed. */
const library = () => import('./fairness/noble.js');

/** @param {ArrayBuffer | Uint8Array} bytes */
export const toHex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * @param {string | Uint8Array<ArrayBuffer>} content
 * @returns {Promise<string>} lowercase hex
 */
export async function sha256(content) {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  return toHex(crypto.subtle ? await crypto.subtle.digest('SHA-256', bytes) : (await library()).sha256(bytes));
}

/**
 * @param {Uint8Array<ArrayBuffer>} secret
 * @param {string} text
 * @returns {Promise<string>} lowercase hex
 */
export async function hmac(secret, text) {
  const bytes = encoder.encode(text);
  if (!crypto.subtle) return toHex((await library()).hmac(secret, bytes));
  const key = await crypto.subtle.importKey('raw', secret, HMAC, false, ['sign']);
  return toHex(await crypto.subtle.sign('HMAC', key, bytes));
}

/**
 * Whether the owner of a key has signed a text.
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {string} text
 * @param {Uint8Array<ArrayBuffer>} signature
 * @returns {Promise<boolean>}
 */
export async function isSigned(key, text, signature) {
  const bytes = encoder.encode(text);
  try {
    if (!crypto.subtle) return (await library()).isSigned(key, bytes, signature);
    const owner = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', owner, signature, bytes);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === 'NotSupportedError') return (await library()).isSigned(key, bytes, signature);
    // The key is not one.
    if (error.name === 'DataError') return false;
    throw error;
  }
}
