/** The overview in one request, beside the several requests that it replaces. */
import type { QueryBody, ReadsBody } from '@parley/contract';
import type { z } from 'zod';
import type { Parley } from '../servers.ts';
import type { StoreFiller } from './fill-store.ts';
import { median, stopwatch } from './measure.ts';
import { progress } from './progress.ts';
import { TIME_ZONE } from './questions.ts';

type Read = z.input<typeof ReadsBody>['reads'][number];

/** Milliseconds until the figures were there, and until everything was. */
type Wait = { figures: number; all: number };

export type OverviewTiming = { together: Wait; apart: Wait };

/** What the console's overview asks for, in its order. */
function readsOf(app: string, { from, to }: Pick<StoreFiller, 'from' | 'to'>): Read[] {
  const range = { from, to, timezone: TIME_ZONE, filters: { app } };
  const query = (key: string, body: Omit<z.input<typeof QueryBody>, 'from' | 'to'>): Read => ({
    key,
    read: 'query',
    input: { ...range, ...body },
  });
  const stacked = { dimensions: ['requestedModel'], bucket: 'day' as const, limit: 7, others: true };
  const kpis = [
    'interactions',
    'identifiedUsers',
    'sessions',
    'totalTokens',
    'costUsd',
    'latencyP95',
    'errorRate',
  ] as const;
  return [
    query('figures', { measures: [...kpis, 'anonymousUsers'], compare: 'previous' }),
    query('trends', { measures: [...kpis], bucket: 'day' }),
    query('calls', { ...stacked, measures: ['interactions'] }),
    query('cost', { ...stacked, measures: ['costUsd'] }),
    query('delays', {
      measures: ['latencyP50', 'latencyP95', 'latencyP99', 'firstTokenP50', 'firstTokenP95'],
      bucket: 'day',
    }),
    query('models', { measures: ['costUsd'], dimensions: ['requestedModel'], limit: 8 }),
    query('reasons', { measures: ['interactions'], dimensions: ['finishReason'], limit: 8 }),
    query('users', {
      measures: ['interactions', 'costUsd', 'totalTokens', 'errors'],
      dimensions: ['user'],
      limit: 9,
      names: true,
    }),
    query('activity', { measures: ['interactions'], dimensions: ['dayOfWeek', 'hourOfDay'], limit: 200 }),
    { key: 'labels', read: 'listLabels', input: { app, from, to, values: 8 } },
    { key: 'names', read: 'listLabels', input: { app, from, to, values: 0 } },
    { key: 'errors', read: 'listInteractions', input: { app, from, to, outcome: 'error', limit: 5 } },
    { key: 'any', read: 'listInteractions', input: { app, limit: 1 } },
  ];
}

export async function measureOverview(
  parley: Parley,
  app: string,
  filler: Pick<StoreFiller, 'from' | 'to'>,
  runs: number,
): Promise<OverviewTiming> {
  const reads = readsOf(app, filler);
  const waits = { together: [] as Wait[], apart: [] as Wait[] };
  const ways = [
    async () => waits.together.push(await inOneRequest(parley, reads)),
    async () => waits.apart.push(await inSeveral(parley, reads)),
  ];
  // The first run warms up; the second way finds warmer caches, so they alternate.
  for (let run = -1; run < runs; run++) {
    for (const way of run % 2 === 0 ? ways : ways.toReversed()) await way();
    if (run < 0) for (const one of Object.values(waits)) one.length = 0;
  }
  const of = (all: readonly Wait[]): Wait => ({
    figures: median(all.map(({ figures }) => figures)),
    all: median(all.map((wait) => wait.all)),
  });
  const timing = { together: of(waits.together), apart: of(waits.apart) };
  const told = ({ figures, all }: Wait) =>
    `${figures.toFixed(0)} ms to the figures, ${all.toFixed(0)} in all`;
  progress(`overview: one request ${told(timing.together)}; ${reads.length} requests ${told(timing.apart)}`);
  return timing;
}

async function inOneRequest({ url, token }: Parley, reads: readonly Read[]): Promise<Wait> {
  const started = performance.now();
  const response = await fetch(`${url}/v1/reads`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ reads }),
  });
  let text = '';
  let figures = Number.NaN;
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (Number.isNaN(figures) && /^\{"key":"figures".*\n/m.test(text)) figures = performance.now() - started;
  }
  const lines = text.trimEnd().split('\n');
  if (lines.length !== reads.length || text.includes('"error":{"status"'))
    throw new Error(text.slice(0, 1000));
  return { figures, all: performance.now() - started };
}

/** As a browser sends them: a few at a time. */
async function inSeveral(parley: Parley, reads: readonly Read[]): Promise<Wait> {
  const started = performance.now();
  let figures = Number.NaN;
  const all = await stopwatch(reads, async ({ key, read, input = {} }) => {
    if (read === 'query') await parley.ask('/v1/query', input);
    else {
      const fields = Object.entries(input).map(([name, value]) => [name, String(value)]);
      const path = read === 'listLabels' ? '/v1/labels' : '/v1/interactions';
      await parley.ask(`${path}?${new URLSearchParams(Object.fromEntries(fields))}`);
    }
    if (key === 'figures') figures = performance.now() - started;
  });
  return { figures, all };
}
