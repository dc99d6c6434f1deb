/**
 * Reads of a page in one request: those that are asked for within a moment go out together, and each is answered as
 * soon as the server has it.
 */
import type { ReadName } from '@parley/contract';
import { type Address, type Ask, callLines, Refusal } from './call.ts';

type Input = Record<string, unknown>;
type AnyAsk = { query?: Input; body?: Input };

/** The routes that can be read together. */
const READS: Partial<Record<Address, ReadName>> = {
  'POST /v1/query': 'query',
  'GET /v1/interactions': 'listInteractions',
  'GET /v1/sessions': 'listSessions',
  'GET /v1/users': 'listUsers',
  'GET /v1/labels': 'listLabels',
  'GET /v1/score-names': 'listScoreNames',
};
/** As many as the server accepts in a request. */
const MAX_READS = 24;

type Waiting = {
  read: ReadName;
  input: Input;
  signal: AbortSignal;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
};
type Reads = Ask<'POST /v1/reads'>['body']['reads'];
type Send = (reads: Reads, signal: AbortSignal, onLine: (line: string) => void) => Promise<void>;

const sendReads: Send = (reads, signal, onLine) =>
  callLines('POST /v1/reads', { body: { reads } }, signal, onLine);

export class ReadTogether {
  readonly #send: Send;
  #waiting: Waiting[] = [];

  constructor(send = sendReads) {
    this.#send = send;
  }

  /** The answer as the route itself would give it; null for a route that is not read together. */
  read<A extends Address>(address: A, ask: Ask<A>, signal: AbortSignal): Promise<unknown> | null {
    const read = READS[address];
    if (read === undefined) return null;
    const { query, body }: AnyAsk = ask;
    return new Promise((resolve, reject) => {
      // Everything that a page shows is asked for while it renders.
      if (this.#waiting.length === 0) setTimeout(() => this.#sendAll());
      this.#waiting.push({ read, input: body ?? query ?? {}, signal, resolve, reject });
    });
  }

  #sendAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) if (one.signal.aborted) one.reject(one.signal.reason);
    const wanted = waiting.filter(({ signal }) => !signal.aborted);
    for (let i = 0; i < wanted.length; i += MAX_READS) void this.#sendSome(wanted.slice(i, i + MAX_READS));
  }

  async #sendSome(asked: readonly Waiting[]): Promise<void> {
    const open = new Map(asked.map((one, i) => [String(i), one]));
    try {
      const reads = [...open].map(([key, { read, input }]) => ({ key, read, input }));
      await this.#send(reads, onceAllAborted(asked), (line) => settle(open, line));
      throw new Refusal(0, 'offline', 'The server ended its answer early.');
    } catch (error) {
      for (const { reject } of open.values()) reject(error);
    }
  }
}

/** Settles the read that a line answers. */
function settle(open: Map<string, Waiting>, line: string): void {
  const { key, answer, status, error } = JSON.parse(line);
  const one = open.get(key);
  if (!one) return;
  open.delete(key);
  if (error) one.reject(new Refusal(status, error.code, error.message, error.issues));
  else one.resolve(answer);
}

/** A signal for the request, which is wanted as long as one of its reads is. */
function onceAllAborted(asked: readonly Waiting[]): AbortSignal {
  const all = new AbortController();
  for (const { signal } of asked) {
    signal.addEventListener('abort', () => {
      if (asked.every((one) => one.signal.aborted)) all.abort(signal.reason);
    });
  }
  return all.signal;
}
