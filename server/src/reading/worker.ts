/**
 * A thread that reads: it asks the store, derives records and writes them as JSON, so that none of it
 * delays an acknowledgement. `messages.ts` says how it is talked with.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../lower-priority.ts';
import { failureOf } from './failure-of.ts';
import { jsonBytes } from './json-bytes.ts';
import { LOOKUPS } from './lookups.ts';
import type { FromReader, ToReader, Work } from './messages.ts';
import { QUESTIONS } from './questions.ts';
import { openSources, type Sources } from './sources.ts';
import { STREAMS } from './streams.ts';

lowerPriority();

let opened: Promise<Sources> | undefined;
const dropping = new Map<number, AbortController>();
const streams = new Map<number, AsyncIterator<Uint8Array>>();
send({ kind: 'up' });

parentPort?.on('message', (message: ToReader) => {
  if (message.kind === 'pull') void pull(message.id);
  else if (message.kind === 'drop') void drop(message.id);
  // Not just any other: under `node --watch`, Node sends messages of its own.
  else if (message.kind === 'ask' || message.kind === 'look-up' || message.kind === 'open')
    void begin(message.id, message);
});

/** They are opened when they are needed, and again when that has failed: the metadata may be away. */
function sources(): Promise<Sources> {
  opened ??= openSources(workerData).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function begin(id: number, work: Work): Promise<void> {
  const dropped = new AbortController();
  dropping.set(id, dropped);
  try {
    const { store, ...others } = await sources();
    const value = await done(id, work, { ...others, store: store.until(dropped.signal) });
    send({ kind: 'answered', id, value }, buffersIn(value));
  } catch (error) {
    send({ kind: 'failed', id, failure: failureOf(error) });
  } finally {
    if (dropped.signal.aborted) await drop(id);
    else if (!streams.has(id)) dropping.delete(id);
  }
}

async function done(id: number, work: Work, from: Sources): Promise<unknown> {
  // The inputs have the types of the functions they are for: `Reading` takes no others.
  const input = work.input as never;
  switch (work.kind) {
    case 'ask': {
      const answer = await QUESTIONS[work.name](from, work.apps, input);
      return answer instanceof Uint8Array ? answer : jsonBytes(answer);
    }
    case 'look-up':
      return LOOKUPS[work.name](from, input);
    case 'open':
      streams.set(id, (await STREAMS[work.name](from, input))[Symbol.asyncIterator]());
      return null;
  }
}

async function pull(id: number): Promise<void> {
  try {
    const next = await streams.get(id)?.next();
    // A copy: streams may go on using the buffer that a piece is a part of.
    const bytes = next && !next.done ? new Uint8Array(next.value) : null;
    send({ kind: 'piece', id, bytes }, buffersIn(bytes));
  } catch (error) {
    send({ kind: 'failed', id, failure: failureOf(error) });
  }
}

async function drop(id: number): Promise<void> {
  const stream = streams.get(id);
  streams.delete(id);
  dropping.get(id)?.abort();
  dropping.delete(id);
  // Whatever it was in the middle of fails now, and nobody is left to hear of it.
  await stream?.return?.().catch(() => {});
}

/** The bytes in a value, as deep as ours go: they go over to the other thread. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  const inside = value instanceof Map ? [...value.values()] : Object.values(Object(value));
  return inside.flatMap((one) => (one instanceof Uint8Array ? buffersIn(one) : []));
}

function send(message: FromReader, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
