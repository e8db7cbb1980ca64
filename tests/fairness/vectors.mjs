// Prints a verdict's code for each line of the input: with the JavaScript module of the pages. Each line is an object:
// one with `statements`, `lists` and `noted` makes the verifier of the lines after it; one with `bundle`, base64 of its
// bytes, is a bundle, perhaps with `brought` and `receipts`; one with `unlisted`, the ids of all bundles, asks for the
// verdicts on receipts of other tables.
//
//   vectors.mjs FOLDER    the folder of the module
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { checker } = await import(pathToFileURL(`${process.argv[2]}/fairness.js`).href);
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The JSON of bytes; null if they are none. */
function parse(bytes) {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return null;
  }
}

/** A note in the form of the option `--noted`. */
function note(text) {
  const [hash, at] = text.split('@');
  return { hash, at: at === undefined ? null : Number(at) };
}

let verifier = await checker({});
for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  if (given.unlisted !== undefined) {
    const bundles = given.unlisted.map((sessionId) => ({ sessionId }));
    for (const { code } of await verifier.unlisted(bundles, given.receipts)) console.log(code);
  } else if (given.bundle === undefined) {
    verifier = await checker({ ...given, notes: (given.noted ?? []).map(note) });
  } else {
    console.log((await verifier.verdict(parse(Buffer.from(given.bundle, 'base64')), given)).code);
  }
}
