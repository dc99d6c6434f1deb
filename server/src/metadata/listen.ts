/**
 * Counts the notifications on a PostgreSQL channel. Reconnects when the connection is lost and then counts
 * one, since some may have been missed.
 */
import pg from 'pg';
import { BackOff } from '../base/back-off.ts';

export type Listening = { count: () => number; close: () => Promise<void> };

const RETRY_DELAYS = { firstMs: 500, mostMs: 10_000 };

export function listenFor(channel: string, settings: pg.ClientConfig): Listening {
  const closing = new AbortController();
  const backOff = new BackOff(RETRY_DELAYS);
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

  /** Listens until the connection ends. */
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
