/** Counts the notices of a channel of PostgreSQL. One that was missed is made up for: a new connection counts as one. */
import pg from 'pg';
import { BackOff } from '../base/back-off.ts';

export type Listening = { count: () => number; close: () => Promise<void> };

const AGAIN = { firstMs: 500, mostMs: 10_000 };

export function listenFor(channel: string, settings: pg.ClientConfig): Listening {
  const closing = new AbortController();
  const backOff = new BackOff(AGAIN);
  let count = 0;
  let client: pg.Client | undefined;

  const running = run();
  return {
    count: () => count,
    async close() {
      closing.abort();
      await client?.end().catch(() => {});
      await running;
    },
  };

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch(() => {});
      await backOff.wait(closing.signal);
    }
  }

  /** Until the connection ends. */
  async function listen(): Promise<void> {
    const listening = new pg.Client({ ...settings, application_name: 'parley-listen' });
    client = listening;
    const ended = new Promise<void>((resolve) => listening.on('end', resolve).on('error', () => resolve()));
    listening.on('notification', () => {
      count++;
    });
    try {
      await listening.connect();
      await listening.query(`LISTEN ${channel}`);
      count++;
      backOff.reset();
      await ended;
    } finally {
      await listening.end().catch(() => {});
    }
  }
}
