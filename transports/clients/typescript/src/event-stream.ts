// The format of event streams (`text/event-stream`), read by the rules of the WHATWG's HTML standard, without I/O.
import { BadAnswer } from './errors.js';

/** One event; `id` is the newest id of the stream so far. */
export interface StreamEvent {
  name: string;
  data: string;
  id: string;
}

/** The events of one connection. An event without its empty last line is dropped with the parser. */
export class Parser {
  // It drops a byte order mark at the beginning.
  readonly #decoder = new TextDecoder();
  #line = '';
  #endsWithCr = false;
  #name = '';
  #data: string[] = [];
  #id = '';

  /** The events that these bytes complete. */
  feed(received: Uint8Array): StreamEvent[] {
    let text = this.#decoder.decode(received, { stream: true });
    if (text) {
      // The line feed of a line end whose carriage return came before.
      const rest = this.#endsWithCr && text.startsWith('\n');
      this.#endsWithCr = text.endsWith('\r');
      if (rest) text = text.slice(1);
    }
    const lines = (this.#line + text).split(/\r\n|\n|\r/);
    this.#line = lines.pop() ?? '';
    return lines.flatMap((line) => this.#take(line) ?? []);
  }

  #take(line: string): StreamEvent | undefined {
    if (!line) return this.#complete();
    // A comment is a field without a name. Unknown fields are ignored, and `retry`: clients have their own pauses.
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') this.#name = value;
    else if (field === 'data') this.#data.push(value);
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    return undefined;
  }

  #complete(): StreamEvent | undefined {
    const [name, data] = [this.#name, this.#data];
    this.#name = '';
    this.#data = [];
    return data.length ? { name: name || 'message', data: data.join('\n'), id: this.#id } : undefined;
  }
}

/** The data of an event. */
export function dataOf({ data }: StreamEvent): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new BadAnswer('the data of an event is not JSON', { cause });
  }
}
