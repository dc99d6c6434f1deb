/** Streaming thread: exports and other results of any size. `messages.ts` describes its messages. */
import { workerData } from 'node:worker_threads';
import { lowerPriority } from '../base/lower-priority.ts';
import { listen, say } from '../threads/watched-thread.ts';
import { buffersIn } from './buffers-in.ts';
import { failureOf } from './failure-of.ts';
import type { FromStreams, OpenStream, ToStreams } from './messages.ts';
import { OpenedSources } from './sources.ts';
import { STREAMS } from './streams.ts';

lowerPriority();

type Opened = { dropped: AbortController; pieces?: AsyncIterator<Uint8Array> };

const sources = new OpenedSources(workerData);
const streams = new Map<number, Opened>();

listen<ToStreams>((message) => {
  if (message.kind === 'open') void open(message.id, message);
  else if (message.kind === 'pull') void pull(message.id);
  else if (message.kind === 'drop') void drop(message.id);
});

async function open(id: number, { asker, name, input }: OpenStream): Promise<void> {
  const stream: Opened = { dropped: new AbortController() };
  streams.set(id, stream);
  try {
    const from = await sources.for(asker, stream.dropped.signal);
    // `Reading` accepts only the input type of the named stream.
    stream.pieces = (await STREAMS[name](from, input as never))[Symbol.asyncIterator]();
    send({ kind: 'opened', id });
  } catch (error) {
    streams.delete(id);
    send({ kind: 'failed', id, failure: failureOf(error) });
  }
  if (stream.dropped.signal.aborted) await end(stream);
}

async function pull(id: number): Promise<void> {
  try {
    const next = await streams.get(id)?.pieces?.next();
    // A copy, since a stream may reuse the buffer of a piece.
    const bytes = next && !next.done ? new Uint8Array(next.value) : null;
    send({ kind: 'piece', id, bytes }, buffersIn(bytes));
  } catch (error) {
    send({ kind: 'failed', id, failure: failureOf(error) });
  }
}

async function drop(id: number): Promise<void> {
  const stream = streams.get(id);
  streams.delete(id);
  stream?.dropped.abort();
  if (stream) await end(stream);
}

/** Its pending work fails now, and nobody awaits it. */
async function end({ pieces }: Opened): Promise<void> {
  await pieces?.return?.().catch(() => {});
}

function send(message: FromStreams, transfer: ArrayBuffer[] = []): void {
  say(message, transfer);
}
