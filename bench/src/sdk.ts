/**
 * What the client library adds to a call: the same client with and without it, alternating in one run. Parley
 * runs on the same machine; what was recorded must be there in the end.
 */
import OpenAI from 'openai';
import { Parley as Listener } from '../../sdk/src/index.ts';
import { parseFlags } from '../../server/src/base/flags.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payload } from './payload.ts';
import { startBeside, startParley, warmUp } from './servers.ts';

/** Calls per turn. */
const TURN = 50;
const TOGETHER = 32;
/** Latency of a fast model. */
const MODEL_MS = 100;

type Ask = (client: OpenAI, waitMs: number) => Promise<unknown>;
type Clients = { without: OpenAI; with: OpenAI };

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({ args, options: { calls: { type: 'string', default: '2000' } } });
  const calls = Number(values.calls);
  const parley = await startParley();
  await warmUp(parley, JSON.stringify(payload(parley.keys, 1)));
  const model = await startBeside('./sdk/model.ts');
  const listener = new Listener({ url: parley.url, ...parley.keys });
  const common = { apiKey: 'none', baseURL: `${model.url}v1`, maxRetries: 0 };
  const clients = { without: new OpenAI(common), with: new OpenAI({ ...common, fetch: listener.fetch }) };
  const settle = () => listener.flush(60_000);

  const found: Record<string, object> = {};
  for (const [name, ask] of [
    ['whole', askWhole],
    ['streamed', askStreamed],
  ] as const) {
    await latencies(clients, ask, 300, settle);
    found[name] = added(await latencies(clients, ask, calls, settle));
    console.log(name.padEnd(9), JSON.stringify(found[name]));
  }
  const throughput = await rates(clients, calls, settle);
  console.log('together ', JSON.stringify(throughput));

  const { sent, dropped, refused } = listener.counts;
  await listener.close();
  await parley.drained();
  const stored = await parley.metric('parley_stored_total');
  model.stop();
  await parley.stop();
  console.log(
    JSON.stringify({
      ...{ bench: 'sdk', engine: engineName(), calls, ...found, throughput },
      ...{ sent, dropped, refused, lost: sent + 1 - stored },
    }),
  );
}

const asked = payload({ appKey: '', apiKey: '' }, 2).request as OpenAI.ChatCompletionCreateParamsNonStreaming;

const askWhole: Ask = (client, waitMs) => client.chat.completions.create(asked, waiting(waitMs));

const askStreamed: Ask = async (client, waitMs) => {
  for await (const _ of await client.chat.completions.create({ ...asked, stream: true }, waiting(waitMs)));
};

function waiting(milliseconds: number) {
  return { headers: { 'x-wait-ms': String(milliseconds) } };
}

/** Sequential calls, in milliseconds. */
async function latencies(clients: Clients, ask: Ask, calls: number, settle: () => Promise<unknown>) {
  const times = { without: [] as number[], with: [] as number[] };
  while (times.with.length < calls) {
    for (const way of ['without', 'with'] as const) {
      for (let call = 0; call < TURN; call++) {
        const start = performance.now();
        await ask(clients[way], 0);
        times[way].push(performance.now() - start);
      }
      await settle();
    }
  }
  return times;
}

function added(times: { without: number[]; with: number[] }) {
  const p50 = quantile(times.with, 0.5) - quantile(times.without, 0.5);
  const p99 = quantile(times.with, 0.99) - quantile(times.without, 0.99);
  return {
    p50_ms: { without: round(quantile(times.without, 0.5)), with: round(quantile(times.with, 0.5)) },
    p99_ms: { without: round(quantile(times.without, 0.99)), with: round(quantile(times.with, 0.99)) },
    added_p50_ms: round(p50),
    added_p99_ms: round(p99),
  };
}

/** Concurrent calls of a slow model, in calls per second. */
async function rates(clients: Clients, calls: number, settle: () => Promise<unknown>) {
  const spent = { without: 0, with: 0 };
  const turns = 4;
  for (let turn = 0; turn < turns; turn++) {
    for (const way of ['without', 'with'] as const) {
      const start = performance.now();
      let left = calls / turns;
      const work = async () => {
        while (left-- > 0) await askWhole(clients[way], MODEL_MS);
      };
      await Promise.all(Array.from({ length: TOGETHER }, work));
      spent[way] += performance.now() - start;
      await settle();
    }
  }
  const rate = (way: 'without' | 'with') => Math.round((calls / spent[way]) * 1000);
  return {
    ...{ together: TOGETHER, model_ms: MODEL_MS, without_per_s: rate('without'), with_per_s: rate('with') },
    ratio: round(spent.without / spent.with),
  };
}

function quantile(times: readonly number[], at: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * at)] ?? Number.NaN;
}
