/**
 * What scores cost: how many are on disk per second, beside payloads; when they are listed; and lists and questions over a
 * log with scores, beside the same without them. Times of questions are processor time of the server and its engine, which
 * also holds on a busy machine.
 *
 *   --rows 50000     interactions to fill, a tenth of them with a score
 *   --small          interactions of 1 KB
 *   --runs 15        of each question
 *   --seconds 10     of each load; 0 leaves them out
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ScoreList } from '@parley/contract';
import { parseFlags } from '../../server/src/base/flags.ts';
import { look } from './cost.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payload } from './payload.ts';
import { median, quantile } from './queries/measure.ts';
import { progress } from './queries/progress.ts';
import { scoreQuestions } from './queries/score-questions.ts';
import { type Parley, startParley, until, warmUp } from './servers.ts';
import { type Load, load } from './wrk.ts';

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: {
      rows: { type: 'string', default: '50000' },
      small: { type: 'boolean', default: false },
      runs: { type: 'string', default: '15' },
      seconds: { type: 'string', default: '10' },
    },
  });
  const [rows, runs, seconds] = [Number(values.rows), Number(values.runs), Number(values.seconds)];
  const taken = seconds > 0 ? await onParley((parley) => measureTaking(parley, seconds)) : null;
  const read = await onParley((parley) => scoreQuestions(parley, { rows, small: values.small, runs }));
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
async function measureTaking(parley: Parley, seconds: number) {
  const { url, keys, drained } = parley;
  const score = { session: SESSION, name: 'helpful', value: true, author: 'jane', comment: 'It was right.' };
  const headers = { 'x-parley-app-key': keys.appKey, 'x-parley-api-key': keys.apiKey };
  const ways = {
    track: { url: `${url}/track`, bodies: [JSON.stringify(payload(keys, 1))] },
    scores: { url: `${url}/v1/scores`, bodies: [JSON.stringify(score)], headers, fresh: SESSION },
  } satisfies Record<string, Partial<Load>>;
  const found: Record<string, { perSecond: number; ackUs: number }> = {};
  let errors = 0;
  for (const [name, way] of Object.entries(ways)) {
    const settings = { ...way, connections: 128 };
    await load({ ...settings, seconds: 2 });
    await drained();
    const before = look(parley).acknowledging;
    const { perSecond, requests, p99, ...result } = await load({ ...settings, seconds });
    const ackUs = (look(parley).acknowledging - before) / requests;
    found[name] = { perSecond, ackUs };
    errors += result.errors;
    progress(`${name}: ${Math.round(perSecond)}/s, p99 ${round(p99)} ms, ${round(ackUs)} µs each`);
    await drained();
  }
  const { track, scores } = found;
  if (!track || !scores) throw new Error('Both ways are measured.');
  return {
    track_per_s: Math.round(track.perSecond),
    scores_per_s: Math.round(scores.perSecond),
    ratio: round(scores.perSecond / track.perSecond),
    ack_us: {
      track: round(track.ackUs),
      scores: round(scores.ackUs),
      ratio: round(scores.ackUs / track.ackUs),
    },
    errors,
    ...(await measureVisible(parley, headers)),
  };
}

const SAMPLES = 30;

/** Time from a score's acknowledgement until it is listed. */
async function measureVisible({ url, get }: Parley, keys: Record<string, string>) {
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const session = `visible${i}`;
    const body = JSON.stringify({ session, name: 'helpful', value: true });
    const headers = { 'Content-Type': 'application/json', ...keys };
    await fetch(`${url}/v1/scores`, { method: 'POST', headers, body });
    const acknowledged = performance.now();
    await until(
      async () => ScoreList.parse(await get(`/v1/scores?limit=1&session=${session}`)).data.length === 1,
    );
    times.push(performance.now() - acknowledged);
    await sleep(100);
  }
  return { visible_p50_ms: round(median(times)), visible_p99_ms: round(quantile(times, 0.99)) };
}
