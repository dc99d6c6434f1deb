/**
 * The sustainable rate: acknowledged and stored while the journal does not grow. Found by bisection, then
 * held for 30 s.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseFlags } from '../../server/src/base/flags.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payloadBodies } from './payload.ts';
import { type Parley, startBare, startParley, warmUp } from './servers.ts';
import { load } from './wrk.ts';

const CONNECTIONS = 128;
/** Waiting payloads that are not growth: two full batches of the drain. */
const SLACK = 4000;

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: { seconds: { type: 'string', default: '30' }, probe: { type: 'string', default: '8' } },
  });
  const parley = await startParley();
  const bodies = payloadBodies(parley.keys);
  await warmUp(parley, bodies[0] ?? '');

  const bare = await startBare();
  await load({ url: bare.url, connections: CONNECTIONS, bodies, seconds: 2 });
  const yardstick = await load({ url: bare.url, connections: CONNECTIONS, bodies, seconds: 10 });
  bare.stop();

  let low = 0;
  let high = yardstick.perSecond;
  for (let step = 0; step < 6; step++) {
    // The first guess is the goal; bisect from there.
    const rate = step === 0 ? yardstick.perSecond * 0.3 : (low + high) / 2;
    const held = await hold(parley, bodies, rate, Number(values.probe));
    console.error(`${Math.round(rate)}/s: ${held.grew ? 'the journal grows' : 'holds'}`);
    if (held.grew) high = rate;
    else low = rate;
    await parley.drained();
  }
  let held = await hold(parley, bodies, low, Number(values.seconds));
  while (held.grew && low > 1) {
    low *= 0.9;
    await parley.drained();
    held = await hold(parley, bodies, low, Number(values.seconds));
  }
  const rss = parley.rss();
  await parley.drained();
  await parley.stop();
  console.log(
    JSON.stringify({
      bench: 'sustained',
      engine: engineName(),
      stored_per_s: Math.round(held.storedPerSecond),
      acked_per_s: Math.round(held.ackedPerSecond),
      bare_per_s: Math.round(yardstick.perSecond),
      ratio: round(held.storedPerSecond / yardstick.perSecond),
      p50_ms: round(held.p50),
      p99_ms: round(held.p99),
      rss_mb: rss,
    }),
  );
}

async function hold(parley: Parley, bodies: string[], rate: number, seconds: number) {
  const running = load({
    url: `${parley.url}/track`,
    connections: CONNECTIONS,
    bodies,
    rate: Math.max(1, rate),
    seconds: seconds + 3,
  });
  // The first seconds fill the pipeline.
  await sleep(2000);
  const before = await look(parley);
  await sleep(seconds * 1000);
  const after = await look(parley);
  const { p50, p99 } = await running;
  const elapsed = (after.at - before.at) / 1000;
  return {
    grew: after.waiting > before.waiting + Math.min(SLACK, rate),
    storedPerSecond: (after.stored - before.stored) / elapsed,
    ackedPerSecond: (after.acknowledged - before.acknowledged) / elapsed,
    p50,
    p99,
  };
}

async function look(parley: Parley) {
  return {
    at: performance.now(),
    waiting: await parley.metric('parley_drain_lag_interactions'),
    stored: await parley.metric('parley_stored_total'),
    acknowledged: await parley.metric('parley_acknowledged_total'),
  };
}
