// The parts of the noble libraries that the pages use: they are installed where the bundle is made.
declare module '@noble/ed25519' {
  export const hashes: { sha512: ((message: Uint8Array) => Uint8Array) | undefined };
  export function verify(
    signature: Uint8Array,
    message: Uint8Array,
    publicKey: Uint8Array,
    options: { zip215: boolean },
  ): boolean;
}
declare module '@noble/hashes/sha2.js' {
  export function sha256(message: Uint8Array): Uint8Array;
  export function sha512(message: Uint8Array): Uint8Array;
}
declare module '@noble/hashes/hmac.js' {
  import type { sha256 } from '@noble/hashes/sha2.js';
  export function hmac(hash: typeof sha256, key: Uint8Array, message: Uint8Array): Uint8Array;
}
