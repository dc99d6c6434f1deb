import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { GuardedStream, type MayRead } from './guarded-stream.ts';

/** What was sent, and whether the stream has ended. */
function guarded(mayRead: MayRead) {
  const sent: string[] = [];
  const inner = {
    closed: false,
    send: (event: Uint8Array) => void sent.push(Buffer.from(event).toString()),
    room: async () => {},
    end() {
      inner.closed = true;
    },
  };
  const stream = new GuardedStream(inner, mayRead);
  const send = (...events: string[]) => {
    for (const event of events) stream.send(Buffer.from(event));
  };
  return { stream, send, sent };
}

describe('a guarded stream', () => {
  it('checks before every event, and ends instead of sending the first that may not be read', () => {
    let may = true;
    const { stream, send, sent } = guarded(() => may);
    send('a', 'b');
    may = false;
    send('c');
    assert.equal(stream.closed, true);
    may = true;
    send('d');
    assert.deepEqual(sent, ['a', 'b']);
  });

  it('keeps the order of events when a check takes time, and then reports that there is room', async () => {
    const waiting = Promise.withResolvers<boolean>();
    const answers: (boolean | Promise<boolean>)[] = [true, waiting.promise, true, true];
    const { stream, send, sent } = guarded(() => answers.shift() ?? true);
    send('a', 'b', 'c');
    assert.deepEqual(sent, ['a']);
    const room = stream.room();
    waiting.resolve(true);
    await room;
    assert.deepEqual(sent, ['a', 'b', 'c']);
    send('d');
    await stream.room();
    assert.deepEqual(sent, ['a', 'b', 'c', 'd']);
  });

  it('sends nothing of what waited if the check fails', async () => {
    const waiting = Promise.withResolvers<boolean>();
    const { stream, send, sent } = guarded(() => waiting.promise);
    send('a', 'b');
    waiting.resolve(false);
    await stream.room();
    assert.deepEqual([sent, stream.closed], [[], true]);
  });

  it('ends if a check fails, and leaves no rejection behind', async () => {
    const failing = async () => assert.fail('the database is away');
    const sending = guarded(failing);
    sending.send('a', 'b');
    await eventually('it ends', () => sending.stream.closed);
    await sending.stream.room();
    assert.deepEqual(sending.sent, []);
    const silent = guarded(failing);
    await silent.stream.check();
    assert.equal(silent.stream.closed, true);
  });

  it('also ends while there is nothing to send', async () => {
    const { stream } = guarded(async () => false);
    await stream.check();
    assert.equal(stream.closed, true);
  });
});
