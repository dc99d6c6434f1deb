/** Times queries through HTTP, and the same statements sent directly to the engine, in turn. */

import { readConfig } from '../../../server/src/config.ts';
import { connect } from '../../../server/src/store/client.ts';
import type { StoreClient } from '../../../server/src/store/failover.ts';
import { querySettings } from '../../../server/src/store/store.ts';
import type { Parley } from '../servers.ts';
import { progress } from './progress.ts';
import { type Call, QUESTIONS, type Question, type QuestionName } from './questions.ts';
import { type RecordedStatement, RecordingStore } from './recording-store.ts';

export type Timing = { p50: number; p95: number; directP50: number };

/** About as many connections as a browser opens to one server. */
const AT_A_TIME = 4;

/** The server's own limits, from the same environment; other settings would cost the engine a switch. */
const LIMITS = readConfig([], process.env).queryLimits;
/** The client waits longer than the engine's limit. */
const PATIENCE_MS = (LIMITS.seconds + 5) * 1000;

export async function measure(
  parley: Parley,
  questions: Record<QuestionName, Question>,
  runs: number,
): Promise<Map<QuestionName, Timing>> {
  const recorder = new RecordingStore(parley.store(), LIMITS);
  const engine = connect(parley.store(), undefined, PATIENCE_MS);
  const timings = new Map<QuestionName, Timing>();
  for (const name of QUESTIONS) {
    const timing = await time(questions[name], runs, parley, recorder, engine);
    timings.set(name, timing);
    const [p50, p95, direct] = [timing.p50, timing.p95, timing.directP50].map((ms) => ms.toFixed(1));
    progress(`${name.padEnd(14)} p50 ${p50} ms, p95 ${p95} ms; straight ${direct} ms`);
  }
  await recorder.close();
  await engine.close();
  return timings;
}

async function time(
  question: Question,
  runs: number,
  parley: Parley,
  recorder: RecordingStore,
  engine: StoreClient,
): Promise<Timing> {
  const asked: number[] = [];
  const direct: number[] = [];
  // The first run warms up.
  for (let run = -1; run < runs; run++) {
    const calls = question(Math.max(0, run));
    const statements = await record(recorder, calls);
    const throughHttp = async () => {
      const took = await stopwatch(calls, ({ path, body }) => parley.ask(path, body));
      if (run >= 0) asked.push(took);
    };
    const straight = async () => {
      const took = await stopwatch(statements, (waves) => replay(engine, waves));
      if (run >= 0) direct.push(took);
    };
    // The second of the two finds warmer caches, so they alternate.
    const order = run % 2 === 0 ? [throughHttp, straight] : [straight, throughHttp];
    for (const step of order) await step();
  }
  return { p50: quantile(asked, 0.5), p95: quantile(asked, 0.95), directP50: quantile(direct, 0.5) };
}

async function record(recorder: RecordingStore, calls: readonly Call[]): Promise<RecordedStatement[][][]> {
  const statements: RecordedStatement[][][] = [];
  for (const call of calls) {
    await call.run(recorder);
    statements.push(recorder.taken());
  }
  return statements;
}

async function replay(engine: StoreClient, waves: readonly RecordedStatement[][]): Promise<void> {
  for (const wave of waves) {
    await Promise.all(
      wave.map(async ({ query, params }) => {
        const result = await engine.query({
          query,
          query_params: params,
          format: 'JSONEachRow',
          clickhouse_settings: querySettings(LIMITS),
        });
        await result.text();
      }),
    );
  }
}

/** Milliseconds in total. */
export async function stopwatch<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: Math.min(AT_A_TIME, items.length) }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    }),
  );
  return performance.now() - started;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
