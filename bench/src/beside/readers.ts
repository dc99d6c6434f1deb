/**
 * Readers in their own process: each repeats the queries and discards the answers unparsed. They run at the
 * lowest priority, since real clients run on other machines.
 *
 * Usage: node readers.ts <url> <token> <an interaction of the session> <readers>
 *
 * Prints how often each query was answered when standard input closes.
 */
import { constants, setPriority } from 'node:os';
import { HISTORY_MODEL } from './history.ts';

const [url = '', token = '', id = '', readers = '1'] = process.argv.slice(2);
setPriority(constants.priority.PRIORITY_LOW);

type Question = { path: string; body?: object };

const QUESTIONS: Record<string, Question> = {
  list: { path: `/v1/interactions?model=${HISTORY_MODEL}&limit=50` },
  listOf500: { path: `/v1/interactions?model=${HISTORY_MODEL}&limit=500` },
  session: { path: `/v1/sessions/${id}` },
  export: { path: `/v1/export?as=jsonl&model=${HISTORY_MODEL}` },
  query: {
    path: '/v1/query',
    body: { measures: ['interactions', 'costUsd'], dimensions: ['model'], bucket: 'day' },
  },
  users: { path: '/v1/users' },
};

const answered: Record<string, number> = {};
const stopping = new AbortController();
process.stdin
  .on('end', () => stopping.abort())
  .on('error', () => stopping.abort())
  .resume();

await Promise.all([...Array.from({ length: Number(readers) }, (_, reader) => read(reader)), follow()]);
console.log(JSON.stringify(answered));

async function read(reader: number): Promise<void> {
  const questions = Object.entries(QUESTIONS);
  for (let i = reader; !stopping.signal.aborted; i++) {
    const [name, question] = questions[i % questions.length] ?? ['', { path: '/' }];
    try {
      await take(question);
      answered[name] = (answered[name] ?? 0) + 1;
    } catch (error) {
      if (stopping.signal.aborted) return;
      console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

async function follow(): Promise<void> {
  await take({ path: '/v1/tail' }, () => {
    answered.tail = (answered.tail ?? 0) + 1;
  }).catch(() => {});
}

async function take({ path, body }: Question, onChunk: () => void = () => {}): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: stopping.signal,
  });
  for await (const _ of response.body ?? []) onChunk();
  if (!response.ok) throw new Error(`answered ${response.status}`);
}
