/*! With noble-hashes and noble-ed25519: MIT License, (c) Paul Miller (paulmillr.com) */
// Hashes and signatures of the libraries noble-hashes and noble-ed25519, for browsers that offer none.

import { hashes, verify } from '@noble/ed25519';
import { hmac as keyed } from '@noble/hashes/hmac.js';
import { sha256 as hash, sha512 } from '@noble/hashes/sha2.js';

hashes.sha512 = sha512;

/** @param {Uint8Array} bytes */
export const sha256 = (bytes) => hash(bytes);

/**
 * @param {Uint8Array} secret
 * @param {Uint8Array} bytes
 */
export const hmac = (secret, bytes) => keyed(hash, secret, bytes);

/**
 * Whether the owner of a key has signed something, as RFC 8032 says and browsers check it.
 * @param {Uint8Array} key
 * @param {Uint8Array} bytes
 * @param {Uint8Array} signature
 */
export function isSigned(key, bytes, signature) {
  try {
    return verify(signature, bytes, key, { zip215: false });
  } catch {
    // The key or the signature is not one.
    return false;
  }
}
