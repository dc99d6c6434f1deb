/**
 * What scores cost: how many are on disk per second, beside payloads; and lists and questions over a log with scores,
 * beside the same without them.
 *
 *   --rows 50000     interactions to fill, a tenth of them with a score
 *   --runs 20        of each question
 *   --seconds 10     of each load; 0 leaves them out
 */
import { z } from 'zod';
import { parseFlags } from '../../server/src/base/flags.ts';
import { connect } from '../../server/src/store/client.ts';
import type { StoreClient } from '../../server/src/store/failover.ts';
import { SCORE_COLUMNS } from '../../server/src/store/rows/score-row.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payload } from './payload.ts';
import { FILL_PATIENCE_MS, filledStore } from './queries/fill-store.ts';
import { median } from './queries/measure.ts';
import { progress } from './queries/progress.ts';
import { type Parley, startParley, warmUp } from './servers.ts';
import { type Load, load } from './wrk.ts';

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: {
      rows: { type: 'string', default: '50000' },
      runs: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '10' },
    },
  });
  const [rows, runs, seconds] = [Number(values.rows), Number(values.runs), Number(values.seconds)];
  const read = await onParley((parley) => measureReading(parley, rows, runs));
  const taken = seconds > 0 ? await onParley((parley) => measureTaking(parley, seconds)) : null;
  console.log(JSON.stringify({ bench: 'scores', engine: engineName(), rows, ...taken, ...read }));
}

async function onParley<T>(work: (parley: Parley) => Promise<T>): Promise<T> {
  const parley = await startParley();
  try {
    await warmUp(parley, JSON.stringify(payload(parley.keys, 1)));
    return await work(parley);
  } finally {
    await parley.stop();
  }
}

/** Placeholder of the session, another for each score. */
const SESSION = 'session-of-score';

/** One score and one payload per request, as clients send them. */
async function measureTaking({ url, keys, drained }: Parley, seconds: number) {
  const score = { session: SESSION, name: 'helpful', value: true, author: 'jane', comment: 'It was right.' };
  const headers = { 'x-parley-app-key': keys.appKey, 'x-parley-api-key': keys.apiKey };
  const ways = {
    track: { url: `${url}/track`, bodies: [JSON.stringify(payload(keys, 1))] },
    scores: { url: `${url}/v1/scores`, bodies: [JSON.stringify(score)], headers, fresh: SESSION },
  } satisfies Record<string, Partial<Load>>;
  const rates: Record<string, number> = {};
  let errors = 0;
  for (const [name, way] of Object.entries(ways)) {
    const settings = { ...way, connections: 128 };
    await load({ ...settings, seconds: 2 });
    await drained();
    const result = await load({ ...settings, seconds });
    rates[name] = result.perSecond;
    errors += result.errors;
    progress(`${name}: ${Math.round(result.perSecond)}/s, p99 ${round(result.p99)} ms`);
    await drained();
  }
  const { track = Number.NaN, scores = Number.NaN } = rates;
  return {
    track_per_s: Math.round(track),
    scores_per_s: Math.round(scores),
    ratio: round(scores / track),
    errors,
  };
}

type Asked = { path: string; body?: object };

async function measureReading(parley: Parley, rows: number, runs: number) {
  const engine = connect(parley.store(), undefined, FILL_PATIENCE_MS);
  try {
    const app = await onlyApplication(engine);
    const { from, to } = await filledStore(parley.store(), engine, [app], { rows });
    const list: Asked = { path: '/v1/interactions?limit=50' };
    const session: Asked = { path: `/v1/sessions/${await anyId(engine)}` };
    const unscored = await time(parley, { list, session }, runs);
    await fillScores(engine, rows / 10);
    const query = (body: object): Asked => ({
      path: '/v1/query',
      body: { measures: ['interactions', 'costUsd'], dimensions: ['model'], from, to, ...body },
    });
    const scored = await time(
      parley,
      {
        list,
        session,
        listByScore: { path: '/v1/interactions?limit=50&score.stars.max=2' },
        // Another condition on every interaction, which no projection answers.
        query: query({ filters: { minLatencyMs: 1 } }),
        queryByScore: query({ filters: { minLatencyMs: 1, 'score.stars.max': 2 } }),
        queryScored: query({ filters: { minLatencyMs: 1, 'not.scored': ['stars'] } }),
        mean: query({ measures: ['interactions', 'score.stars.mean'], filters: { minLatencyMs: 1 } }),
        dimension: query({ dimensions: ['score.stars'], filters: { minLatencyMs: 1 } }),
      },
      runs,
    );
    const times = (with_: number, without: number) => ({
      p50_ms: round(with_),
      without_ms: round(without),
      ratio: round(with_ / without),
    });
    return {
      list: times(scored.list, unscored.list),
      session: times(scored.session, unscored.session),
      list_by_score: times(scored.listByScore, scored.list),
      query_by_score: times(scored.queryByScore, scored.query),
      query_not_scored: times(scored.queryScored, scored.query),
      mean: times(scored.mean, scored.query),
      by_value: times(scored.dimension, scored.query),
    };
  } finally {
    await engine.close();
  }
}

/** Medians; the first run of each warms up, and they take turns. */
async function time<N extends string>(parley: Parley, asked: Record<N, Asked>, runs: number) {
  const took = new Map<string, number[]>();
  for (let run = -1; run < runs; run++)
    for (const [name, { path, body }] of Object.entries<Asked>(asked)) {
      const started = performance.now();
      await parley.ask(path, body);
      if (run >= 0) took.set(name, [...(took.get(name) ?? []), performance.now() - started]);
    }
  const medians = [...took].map(([name, all]) => [name, median(all)] as const);
  for (const [name, p50] of medians) progress(`${name.padEnd(14)} p50 ${p50.toFixed(1)} ms`);
  return Object.fromEntries(medians) as Record<N, number>;
}

/**
 * Scores of interactions, most by their id, of sessions and of users, as evenly over time as the interactions. Some have
 * an earlier version.
 */
export async function fillScores(engine: StoreClient, count: number): Promise<void> {
  progress(`making ${count} scores`);
  const values: Record<string, string> = {
    id: 'generateUUIDv4()',
    app_id: 'app_id',
    received_at: 'received_at',
    at: 'received_at',
    target_type: "['interaction', 'session', 'user'][kind]",
    target: '[toString(id), session, user_key][kind]',
    name: "['stars', 'helpful'][1 + hash % 2]",
    kind: "['number', 'boolean'][1 + hash % 2]",
    number: 'if(hash % 2 = 0, 1 + intDiv(hash, 2) % 5, intDiv(hash, 2) % 2)',
    word: "''",
    comment: "if(hash % 10 = 0, 'It was not what I asked for.', '')",
    author: "if(kind = 1, '', toString(id))",
    source: "'user'",
    version: 'toUnixTimestamp64Milli(received_at) * 4194304',
    stored_at: 'received_at',
  };
  const columns = SCORE_COLUMNS.map((name) => `${values[name] ?? "''"} AS new_${name}`);
  const from = `FROM (SELECT *, cityHash64(id) AS hash, multiIf(hash % 10 < 8 OR empty(session), 1, hash % 10 = 8 OR empty(user_key), 2, 3) AS kind
    FROM interactions ORDER BY hash LIMIT {count:UInt64})`;
  await engine.command({
    query: `INSERT INTO scores (${SCORE_COLUMNS.join(', ')}) SELECT ${columns.join(', ')} ${from}`,
    query_params: { count },
  });
  const earlier = SCORE_COLUMNS.map((name) => (name === 'version' ? 'version - 1' : name));
  await engine.command({
    query: `INSERT INTO scores (${SCORE_COLUMNS.join(', ')}) SELECT ${earlier.join(', ')} FROM scores WHERE cityHash64(id) % 10 = 0`,
  });
}

export async function onlyApplication(engine: StoreClient): Promise<string> {
  return textOf(engine, 'SELECT toString(app_id) AS text FROM interactions LIMIT 1');
}

async function anyId(engine: StoreClient): Promise<string> {
  return textOf(
    engine,
    'SELECT toString(id) AS text FROM interactions WHERE notEmpty(session) ORDER BY cityHash64(id) LIMIT 1',
  );
}

async function textOf(engine: StoreClient, query: string): Promise<string> {
  const result = await engine.query({ query, format: 'JSONEachRow' });
  const [row] = z.array(z.object({ text: z.string() })).parse(await result.json());
  if (!row) throw new Error('There are no interactions.');
  return row.text;
}
