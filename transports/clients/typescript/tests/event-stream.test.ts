// The format of event streams.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadAnswer } from '@turnstone-games/client';
import { Parser, dataOf, type StreamEvent } from '../src/event-stream.js';

const ONE = { name: 'message', data: 'one', id: '' };

function read(...pieces: (string | Uint8Array)[]): StreamEvent[] {
  const parser = new Parser();
  return pieces.flatMap((piece) => parser.feed(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
}

test('fields make an event', () => {
  assert.deepEqual(read('id: 1.-\nevent: table\ndata: {"a": 1}\n\n'), [{ name: 'table', data: '{"a": 1}', id: '1.-' }]);
});

test('an event has a default name and the newest id', () => {
  assert.deepEqual(read('id: 1\nevent: table\ndata: one\n\ndata: two\n\nid\ndata: three\n\n'), [
    { name: 'table', data: 'one', id: '1' },
    { name: 'message', data: 'two', id: '1' },
    { name: 'message', data: 'three', id: '' },
  ]);
});

test('an id without data counts and makes no event', () => {
  assert.deepEqual(read('id: 7\nevent: table\n\ndata: one\n\n'), [{ ...ONE, id: '7' }]);
});

test('an id with a null is ignored', () => {
  assert.deepEqual(read('id: 7\nid: 8\0\ndata: one\n\n'), [{ ...ONE, id: '7' }]);
});

test('lines of data are joined', () => {
  assert.deepEqual(read('data: one\ndata:  two\ndata\n\n'), [{ ...ONE, data: 'one\n two\n' }]);
  assert.deepEqual(read('data:\n\n'), [{ ...ONE, data: '' }]);
});

test('one space after the colon is dropped', () => {
  assert.deepEqual(read('data:one\n\ndata:  one\n\n'), [ONE, { ...ONE, data: ' one' }]);
});

test('comments and other fields are ignored', () => {
  assert.deepEqual(read(':\n\n: hello\nretry: 9\nnonsense\n data: no\nDATA: no\ndata: one\n\n:\n\n'), [ONE]);
});

for (const end of ['\n', '\r\n', '\r']) {
  test(`${JSON.stringify(end)} ends a line`, () => {
    assert.deepEqual(read(['id: 1', 'data: one', 'data: two', '', 'data: three', '', ''].join(end)), [
      { name: 'message', data: 'one\ntwo', id: '1' },
      { name: 'message', data: 'three', id: '1' },
    ]);
  });

  test(`an event comes with its last byte after ${JSON.stringify(end)}`, () => {
    const parser = new Parser();
    const bytes = new TextEncoder().encode(`data: one${end}${end[0]}`);
    assert.deepEqual(parser.feed(bytes.slice(0, -1)), []);
    assert.deepEqual(parser.feed(bytes.slice(-1)), [ONE]);
  });
}

test('line ends may be mixed', () => {
  assert.deepEqual(read('data: one\r\ndata: two\r\n\ndata: one\n\r'), [{ ...ONE, data: 'one\ntwo' }, ONE]);
});

test('the pieces do not matter', () => {
  const text = '\ufeffid: 1\r\nevent: täble\r\n: hm\r\ndata: \u{1f600}\r\ndata: two\r\n\r\ndata: \ufeff\n\n';
  const whole = new TextEncoder().encode(text);
  const events = [
    { name: 'täble', data: '\u{1f600}\ntwo', id: '1' },
    { name: 'message', data: '\ufeff', id: '1' },
  ];
  assert.deepEqual(read(whole), events);
  assert.deepEqual(read(...[...whole].map((byte) => Uint8Array.of(byte))), events);
  for (let cut = 0; cut < whole.length; cut++)
    assert.deepEqual(read(whole.slice(0, cut), '', whole.slice(cut)), events);
});

test('an unfinished event is dropped, and wrong bytes are replaced', () => {
  assert.deepEqual(read('data: one\n\ndata: two\n'), [ONE]);
  assert.deepEqual(read('data: ', Uint8Array.of(0xff), '\n\n'), [{ ...ONE, data: '\ufffd' }]);
});

test('data is JSON', () => {
  assert.deepEqual(dataOf({ ...ONE, data: '[1]' }), [1]);
  assert.throws(() => dataOf({ ...ONE, data: '<html>' }), BadAnswer);
});
