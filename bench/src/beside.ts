/**
 * What readers of large histories cost clients that wait for an acknowledgement: the wait at a steady rate,
 * alone and beside readers, in turn.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Accepted } from '@parley/contract';
import { parseFlags } from '../../server/src/base/flags.ts';
import { history } from './beside/history.ts';
import { steadyLoad } from './beside/steady-load.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payloadBodies } from './payload.ts';
import { quantile } from './queries/measure.ts';
import { progress } from './queries/progress.ts';
import { type Parley, startParley, warmUp } from './servers.ts';

const HISTORY_BYTES = 500_000;
/** Turns of the one session that is read as a whole. */
const TURNS = 60;

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: {
      rate: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '4' },
      histories: { type: 'string', default: '500' },
      readers: { type: 'string', default: '2' },
    },
  });
  const parley = await startParley();
  const bodies = payloadBodies(parley.keys);
  await warmUp(parley, bodies[0] ?? '');
  const oneOfSession = await fill(parley, Number(values.histories));

  const load = { url: `${parley.url}/track`, bodies, perSecond: Number(values.rate) };
  const seconds = Number(values.seconds);
  await steadyLoad({ ...load, seconds: 2 });
  const alone: number[] = [];
  const beside: number[] = [];
  for (let turn = 0; turn < Number(values.rounds); turn++) {
    await parley.drained();
    const without = await steadyLoad({ ...load, seconds });
    await parley.drained();
    const readers = startReaders(parley, oneOfSession, values.readers);
    const during = await steadyLoad({ ...load, seconds });
    const answered = await readers.stop();
    progress(`alone ${described(without)}; beside ${described(during)} ${answered}`);
    alone.push(...without);
    beside.push(...during);
  }
  const rss = parley.rss();
  await parley.stop();
  progress(`alone ${described(alone)}; beside ${described(beside)}; ${rss} MB`);
  const [aloneP99, besideP99] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  console.log(
    JSON.stringify({
      bench: 'beside',
      engine: engineName(),
      alone_p99_ms: round(aloneP99),
      beside_p99_ms: round(besideP99),
      ratio: round(besideP99 / aloneP99),
    }),
  );
}

/** Fills the store with histories, the last turns of them in one session; returns the id of one of those. */
async function fill(parley: Parley, histories: number): Promise<string> {
  let last = '';
  for (let seed = 0; seed < histories; seed++) {
    const session = histories - seed <= TURNS ? 'long' : `short${seed}`;
    const body = JSON.stringify(history(parley.keys, session, seed, HISTORY_BYTES));
    const response = await fetch(`${parley.url}/track`, { method: 'POST', body });
    last = Accepted.parse(await response.json()).id;
  }
  await parley.drained();
  progress(`${histories} histories of ${HISTORY_BYTES} bytes are stored`);
  return last;
}

function startReaders(parley: Parley, id: string, readers: string): { stop: () => Promise<string> } {
  const script = fileURLToPath(new URL('./beside/readers.ts', import.meta.url));
  const child = spawn(process.execPath, [script, parley.url, parley.token, id, readers], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  return {
    async stop() {
      child.stdin.end();
      await once(child, 'close');
      return printed.trim();
    },
  };
}

function described(waits: readonly number[]): string {
  const [p50, p99, p999] = [0.5, 0.99, 0.999].map((share) => quantile(waits, share).toFixed(1));
  return `p50 ${p50} p99 ${p99} p99.9 ${p999} longest ${quantile(waits, 1).toFixed(0)} ms`;
}
