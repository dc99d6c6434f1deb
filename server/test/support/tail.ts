/** A client's connection to the live tail. */
import { type ScoredInteraction, ScoreEvent } from '@parley/contract';
import { READ_TOKEN, type TestServer } from './server-process.ts';
import { readEvent } from './sink.ts';

export type Tail = {
  status: number;
  headers: Headers;
  /** Records received so far, by id. */
  records: Map<string, ScoredInteraction>;
  /** Scores received so far, in order. */
  scores: ScoreEvent[];
  /** Number of events received, repeated ones included. */
  events: () => number;
  lastEventId: () => string;
  /** Resolves when the connection has ended: true if the server ended it properly. */
  ended: Promise<boolean>;
  close: () => void;
};

export async function openTail(
  server: Pick<TestServer, 'url'>,
  query = '',
  { token = READ_TOKEN, cookie = '', lastEventId = '' } = {},
): Promise<Tail> {
  const leaving = new AbortController();
  const response = await fetch(`${server.url}/v1/tail${query}`, {
    signal: leaving.signal,
    headers: {
      ...(cookie === '' ? { Authorization: `Bearer ${token}` } : { Cookie: cookie }),
      ...(lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId }),
    },
  });
  const records: Tail['records'] = new Map();
  const scores: ScoreEvent[] = [];
  let events = 0;
  let lastId = '';
  const read = async () => {
    let text = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const block = text.slice(0, end + 2);
        text = text.slice(end + 2);
        const score = /^event: score\ndata: (.*)\n\n$/.exec(block)?.[1];
        if (score !== undefined) scores.push(ScoreEvent.parse(JSON.parse(score)));
        if (!block.startsWith('id: ')) continue;
        const { id, record } = readEvent(block);
        records.set(record.id, record);
        lastId = id;
        events++;
      }
    }
  };
  const ended = read().then(
    () => true,
    () => false,
  );
  return {
    status: response.status,
    headers: response.headers,
    records,
    scores,
    events: () => events,
    lastEventId: () => lastId,
    ended,
    close: () => leaving.abort(),
  };
}
