/** Time from an interaction's acknowledgement until it is listed, at a steady 1,000/s. */
import { setTimeout as sleep } from 'node:timers/promises';
import { InteractionList } from '@parley/contract';
import { parseFlags } from '../../server/src/base/flags.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payload, payloadBodies } from './payload.ts';
import { median, quantile } from './queries/measure.ts';
import { startParley, until, warmUp } from './servers.ts';
import { load } from './wrk.ts';

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: {
      rate: { type: 'string', default: '1000' },
      samples: { type: 'string', default: '60' },
    },
  });
  const samples = Number(values.samples);
  const parley = await startParley();
  const bodies = payloadBodies(parley.keys);
  await warmUp(parley, bodies[0] ?? '');

  const seconds = Math.ceil(samples * 0.6) + 5;
  const rate = Number(values.rate);
  const running = load({ url: `${parley.url}/track`, connections: 64, bodies, rate, seconds });
  await sleep(2000);
  const times: number[] = [];
  for (let i = 0; i < samples; i++) {
    const session = `visible${i}`;
    const probe = { ...payload(parley.keys, i), session };
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${parley.url}/track`, { method: 'POST', headers, body: JSON.stringify(probe) });
    const acknowledged = performance.now();
    await until(async () => {
      const { data } = InteractionList.parse(await parley.get(`/v1/interactions?limit=1&session=${session}`));
      return data.length === 1;
    });
    times.push(performance.now() - acknowledged);
    await sleep(200);
  }
  const { perSecond } = await running;
  await parley.drained();
  await parley.stop();
  console.log(
    JSON.stringify({
      bench: 'visible',
      engine: engineName(),
      rate_per_s: Math.round(perSecond),
      samples,
      p50_ms: round(median(times)),
      p99_ms: round(quantile(times, 0.99)),
    }),
  );
}
