/**
 * A burst: the share of a bare server's rate that is left when every answer means "on disk". Afterwards the
 * store must hold exactly what was acknowledged.
 */

import { parseFlags } from '../../server/src/base/flags.ts';
import { engineName } from './engine-name.ts';
import { payload } from './payload.ts';
import { startBare, startParley, warmUp } from './servers.ts';
import { countStored } from './stored.ts';
import { load } from './wrk.ts';

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: { seconds: { type: 'string', default: '10' }, labels: { type: 'string', default: '0' } },
  });
  const seconds = Number(values.seconds);
  const labels = Number(values.labels);
  const parley = await startParley();
  const idle = { ready: parley.readyAfter };
  const body = JSON.stringify({
    ...payload(parley.keys, 1),
    ...(labels > 0 && { labels: labelsOf(labels) }),
  });
  await warmUp(parley, body);
  const idleRss = parley.rss();

  const bare = await startBare();
  const settings = { connections: 128, bodies: [body] };
  await load({ ...settings, url: bare.url, seconds: 2 });
  const yardstick = await load({ ...settings, url: bare.url, seconds });
  bare.stop();

  await load({ ...settings, url: `${parley.url}/track`, seconds: 2 });
  const burst = await load({ ...settings, url: `${parley.url}/track`, seconds });
  const rss = parley.rss();
  await parley.drained();
  const half = await load({ ...settings, url: `${parley.url}/track`, seconds, rate: burst.perSecond / 2 });
  const acknowledged = await parley.metric('parley_acknowledged_total');
  await parley.drained();
  const stored = await countStored(parley);
  const peak = Math.max(rss, parley.rss());
  await parley.stop();

  console.log(
    JSON.stringify({
      bench: 'ingest',
      engine: engineName(),
      labels,
      acked_per_s: Math.round(burst.perSecond),
      bare_per_s: Math.round(yardstick.perSecond),
      ratio: round(burst.perSecond / yardstick.perSecond),
      p50_ms: round(burst.p50),
      p99_ms: round(burst.p99),
      half_p99_ms: round(half.p99),
      errors: burst.errors + half.errors,
      lost: Math.max(0, acknowledged - stored.distinct),
      doubled: stored.rows - stored.distinct,
      rss_mb: peak,
      idle_rss_mb: idleRss,
      ready_s: round(idle.ready),
    }),
  );
}

function labelsOf(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`label-${i}`, `value ${i}`]));
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
