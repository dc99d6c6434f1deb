/** Lists and questions over a log with scores, beside the same without them. */
import { z } from 'zod';
import { connect } from '../../../server/src/store/client.ts';
import type { StoreClient } from '../../../server/src/store/failover.ts';
import { SCORE_COLUMNS } from '../../../server/src/store/rows/score-row.ts';
import { round } from '../ingest.ts';
import { cpuOf } from '../processes.ts';
import type { Parley } from '../servers.ts';
import { FILL_PATIENCE_MS, filledStore } from './fill-store.ts';
import { median } from './measure.ts';
import { progress } from './progress.ts';

type Options = { rows: number; small: boolean; runs: number };
type Asked = { path: string; body?: object };
type Timing = { cpu: number; wall: number };

export async function scoreQuestions(parley: Parley, { rows, small, runs }: Options) {
  const engine = connect(parley.store(), undefined, FILL_PATIENCE_MS);
  try {
    const app = await textOf(engine, 'SELECT toString(app_id) AS text FROM interactions LIMIT 1');
    const { from, to } = await filledStore(parley.store(), engine, [app], { rows, small });
    const list: Asked = { path: '/v1/interactions?limit=50' };
    const without = await time(parley, { list }, runs);
    await sendFirstScores(parley);
    await fillScores(engine, Math.round(rows / 10));
    // A condition on every interaction, which no projection answers.
    const everything = { minLatencyMs: 1 };
    const query = (body: object): Asked => ({
      path: '/v1/query',
      body: {
        measures: ['interactions', 'costUsd'],
        dimensions: ['model'],
        filters: everything,
        from,
        to,
        ...body,
      },
    });
    const scored = await time(
      parley,
      {
        list,
        listByScore: { path: '/v1/interactions?limit=50&score.stars.max=2' },
        query: query({}),
        queryByScore: query({ filters: { ...everything, 'score.stars.max': 2 } }),
        notScored: query({ filters: { ...everything, 'not.scored': ['stars'] } }),
        mean: query({ measures: ['interactions', 'costUsd', 'score.stars.mean'] }),
        byValue: query({ dimensions: ['score.stars'] }),
      },
      runs,
    );
    return {
      least: await leastOfFilters(engine, runs),
      list: beside(scored.list, without.list),
      list_by_score: beside(scored.listByScore, scored.list),
      query_by_score: beside(scored.queryByScore, scored.query),
      query_not_scored: beside(scored.notScored, scored.query),
      mean: beside(scored.mean, scored.query),
      by_value: beside(scored.byValue, scored.query),
    };
  } finally {
    await engine.close();
  }
}

/**
 * What no way to filter by score can do without: the question, and the same with the columns that scores name read and
 * hashed.
 */
async function leastOfFilters(engine: StoreClient, runs: number) {
  const question = 'SELECT model, count(), sum(cost_usd)';
  const rows = 'FROM interactions WHERE latency_ms >= 1 GROUP BY model';
  const names =
    "sum(cityHash64(app_id, 'interaction', id)), sum(cityHash64(session)), sum(cityHash64(user_key))";
  const plain = await bestOf(engine, `${question} ${rows}`, runs);
  const named = await bestOf(engine, `${question}, ${names} ${rows}`, runs);
  return { ms: round(named), without_ms: round(plain), ratio: round(named / plain) };
}

async function bestOf(engine: StoreClient, query: string, runs: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    await (await engine.query({ query, format: 'JSONEachRow' })).json();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

function beside(scored: Timing, without: Timing) {
  return {
    cpu_ms: round(scored.cpu),
    without_cpu_ms: round(without.cpu),
    ratio: round(scored.cpu / without.cpu),
    p50_ms: round(scored.wall),
  };
}

/** Medians. The first run of each warms up, and they take turns. */
async function time<N extends string>(parley: Parley, asked: Record<N, Asked>, runs: number) {
  const processes = parley.processes();
  const cpu = () => processes.reduce((sum, pid) => sum + cpuOf(pid).all, 0) / 1000;
  const took = new Map<string, Timing[]>();
  for (let run = -1; run < runs; run++)
    for (const [name, { path, body }] of Object.entries<Asked>(asked)) {
      const before = { cpu: cpu(), wall: performance.now() };
      await parley.ask(path, body);
      const timing = { cpu: cpu() - before.cpu, wall: performance.now() - before.wall };
      if (run >= 0) took.set(name, [...(took.get(name) ?? []), timing]);
    }
  const medians = [...took].map(([name, all]): [string, Timing] => [
    name,
    { cpu: median(all.map((one) => one.cpu)), wall: median(all.map((one) => one.wall)) },
  ]);
  for (const [name, { cpu, wall }] of medians)
    progress(`${name.padEnd(14)} ${cpu.toFixed(1)} ms of processors, p50 ${wall.toFixed(1)} ms`);
  return Object.fromEntries(medians) as Record<N, Timing>;
}

/** The values of a row; `about` is the number of the target's type. */
const VALUES: Readonly<Record<string, string>> = {
  id: 'generateUUIDv4()',
  target_type: "['interaction', 'session', 'user'][about]",
  target: '[toString(id), session, user_key][about]',
  name: "['stars', 'helpful'][1 + hash % 2]",
  kind: "['number', 'boolean'][1 + hash % 2]",
  number: 'if(hash % 2 = 0, 1 + intDiv(hash, 2) % 5, intDiv(hash, 2) % 2)',
  word: "''",
  comment: "if(hash % 10 = 0, 'It was not what I asked for.', '')",
  author: "if(about = 1, '', toString(id))",
  source: "'user'",
  at: 'received_at',
  version: 'toUnixTimestamp64Milli(received_at) * 4194304',
  stored_at: 'received_at',
};

/** Through the API, which makes their names known: of an application without any, the server reads no scores. */
async function sendFirstScores({ url, keys, drained }: Parley): Promise<void> {
  const response = await fetch(`${url}/v1/scores`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'x-parley-app-key': keys.appKey,
      'x-parley-api-key': keys.apiKey,
    },
    body: JSON.stringify([
      { session: 'first', name: 'stars', value: 5 },
      { session: 'first', name: 'helpful', value: true },
    ]),
  });
  if (!response.ok) throw new Error(`/v1/scores answered ${response.status}: ${await response.text()}`);
  await drained();
}

/**
 * Scores of interactions, most by their id, of sessions and of users, as evenly over time as the interactions. One in ten
 * has an earlier version.
 */
async function fillScores(engine: StoreClient, count: number): Promise<void> {
  progress(`making ${count} scores`);
  const into = `INSERT INTO scores (${SCORE_COLUMNS.join(', ')})`;
  const values = SCORE_COLUMNS.map((name) => `${VALUES[name] ?? name} AS new_${name}`);
  await engine.command({
    query: `${into} SELECT ${values.join(', ')}
      FROM (
        SELECT id, app_id, received_at, session, user_key, cityHash64(id) AS hash,
               multiIf(hash % 10 < 8 OR empty(session), 1, hash % 10 = 8 OR empty(user_key), 2, 3) AS about
        FROM interactions ORDER BY hash LIMIT {count:UInt64}
      )`,
    query_params: { count },
  });
  const earlier = SCORE_COLUMNS.map((name) => (name === 'version' ? 'version - 1' : name));
  await engine.command({
    query: `${into} SELECT ${earlier.join(', ')} FROM scores WHERE cityHash64(id) % 10 = 0`,
  });
}

async function textOf(engine: StoreClient, query: string): Promise<string> {
  const result = await engine.query({ query, format: 'JSONEachRow' });
  const [row] = z.array(z.object({ text: z.string() })).parse(await result.json());
  if (!row) throw new Error('There are no interactions.');
  return row.text;
}
