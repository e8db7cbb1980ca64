import { sha256 } from './verify.js';

const DAY_MS = 86_400_000;
/** How far the time in a table's id can be from another clock. */
const OFF_MS = 600_000;

/** The text of the server's newest statement, with this computer's time in epoch milliseconds. */
export interface Note {
  text: string;
  at: number;
}

/** A note as the option `--noted` of the verifiers takes it. */
export async function noted({ text, at }: Note): Promise<string> {
  return `${await sha256(text)}@${at}`;
}

export function isOfDay(note: Note, at: number): boolean {
  return Math.floor(note.at / DAY_MS) === Math.floor(at / DAY_MS);
}

/** A sentence if the time in the id of a table is far from another one; undefined if it is near. */
export function clockWarning(tableId: string, other: number): string | undefined {
  const made = parseInt(tableId.slice(tableId.indexOf('_') + 1).slice(0, 12), 16);
  if (!(Math.abs(made - other) > OFF_MS)) return undefined;
  const minutes = Math.round(Math.abs(made - other) / 60_000);
  return `the time in the id of ${tableId} is ${minutes} minutes off: the proof of its deal depends on it`;
}
