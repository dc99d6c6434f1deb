/**
 * CPU time of one interaction in microseconds, by stage: a bare server that parses and answers, the
 * acknowledging thread, the storing threads, and the engine. At a steady rate, where fixed costs weigh most,
 * and at full speed. Also anonymous memory.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseFlags } from '../../server/src/base/flags.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payloadBodies } from './payload.ts';
import { cpuOf, memoryOf } from './processes.ts';
import { type Parley, startBare, startParley, warmUp } from './servers.ts';
import { load } from './wrk.ts';

const CONNECTIONS = 64;
/** Threads that a payload waits for; all others store, read or collect garbage. */
const ACKNOWLEDGING = ['MainThread', 'node', 'libuv-worker'];
const SAMPLE_MS = 200;

type Costs = {
  per_s: number;
  bare_us: number;
  ack_us: number;
  drain_us: number;
  engine_us: number;
  total_us: number;
};

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: { rate: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '15' } },
  });
  const seconds = Number(values.seconds);
  const parley = await startParley();
  const bodies = payloadBodies(parley.keys);
  await warmUp(parley, bodies[0] ?? '');
  // One run at full speed warms up compilers and buffers.
  await load({ url: `${parley.url}/track`, connections: CONNECTIONS, bodies, seconds: 5 });
  await parley.drained();
  await sleep(5000);
  const idle = anonymousMb(parley);

  const peak = watchMemory(parley);
  const steady = await measure(parley, bodies, seconds, Number(values.rate));
  const full = await measure(parley, bodies, seconds);
  const atMost = peak();
  await parley.stop();
  console.log(
    JSON.stringify({
      bench: 'cost',
      engine: engineName(),
      steady,
      full,
      anon_idle_mb: idle,
      anon_load_mb: atMost,
    }),
  );
}

/** Cost of a load until the last of it is stored, per payload. */
async function measure(parley: Parley, bodies: string[], seconds: number, rate?: number): Promise<Costs> {
  const settings = { connections: CONNECTIONS, bodies, seconds, ...(rate === undefined ? {} : { rate }) };
  const bare = await startBare();
  await load({ url: bare.url, connections: CONNECTIONS, bodies, seconds: 3 });
  const bareBefore = cpuOf(bare.pid).all;
  const { requests } = await load({ ...settings, url: bare.url });
  const bareCpu = cpuOf(bare.pid).all - bareBefore;
  bare.stop();

  const before = look(parley);
  const { perSecond, errors, requests: sent } = await load({ ...settings, url: `${parley.url}/track` });
  if (errors > 0) throw new Error(`${errors} of ${sent} payloads were not taken.`);
  await parley.drained();
  const after = look(parley);
  const each = (now: number, then: number) => round((now - then) / sent);
  const ack = each(after.acknowledging, before.acknowledging);
  const drain = each(after.server - after.acknowledging, before.server - before.acknowledging);
  const engine = each(after.engine, before.engine);
  return {
    per_s: Math.round(perSecond),
    bare_us: round(bareCpu / requests),
    ack_us: ack,
    drain_us: drain,
    engine_us: engine,
    total_us: round(ack + drain + engine),
  };
}

/** Microseconds of processor time since the start, by stage. */
export function look(parley: Parley) {
  const [server = 0, ...others] = parley.processes();
  const { all, threads } = cpuOf(server);
  return {
    server: all,
    acknowledging: ACKNOWLEDGING.reduce((sum, name) => sum + (threads.get(name) ?? 0), 0),
    engine: others.reduce((sum, pid) => sum + cpuOf(pid).all, 0),
  };
}

function anonymousMb(parley: Parley): number {
  return Math.round(memoryOf(parley.processes(), 'RssAnon') / 1e6);
}

/** The peak until the returned function is called. */
function watchMemory(parley: Parley): () => number {
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, anonymousMb(parley));
  }, SAMPLE_MS);
  return () => {
    clearInterval(watching);
    return most;
  };
}
