/**
 * How fast questions are answered over a large log: through HTTP, beside the same SQL typed straight into
 * the engine, beside PostgreSQL, and beside the same log grown; the overview in one request beside several.
 * Also what the log takes on disk, and what
 * a heavy question costs ingestion.
 *
 *   --rows 1000000   interactions to fill
 *   --grow 1         measures again at so many times the rows
 *   --small          interactions of 1 KB
 *   --runs 20        of each question
 *   --postgres       asks PostgreSQL, too: loading its rows takes longer than everything else
 *   --seconds 8      of each load beside which a heavy question is asked; 0 leaves them out
 */
import { Ledger } from '@parley/contract';
import { z } from 'zod';
import { parseFlags } from '../../server/src/base/flags.ts';
import { connect } from '../../server/src/store/client.ts';
import type { StoreClient } from '../../server/src/store/failover.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payload } from './payload.ts';
import { FILL_PATIENCE_MS, filledStore } from './queries/fill-store.ts';
import { costBeside } from './queries/ingest-beside.ts';
import { measure } from './queries/measure.ts';
import { measureOverview } from './queries/overview.ts';
import { progress } from './queries/progress.ts';
import { heavyCall, questions } from './queries/questions.ts';
import { askPostgres } from './queries/yardstick-postgres.ts';
import { type Parley, startParley, warmUp } from './servers.ts';

/** Applications beside the one that is asked about; nobody reads theirs. */
const OTHER_APPS = ['app_second', 'app_third', 'app_fourth', 'app_fifth'];

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      grow: { type: 'string', default: '1' },
      small: { type: 'boolean', default: false },
      runs: { type: 'string', default: '20' },
      postgres: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '8' },
    },
  });
  const parley = await startParley();
  const engine = connect(parley.store(), undefined, FILL_PATIENCE_MS);
  try {
    const result = await measureAll(parley, engine, {
      rows: Number(values.rows),
      grow: Number(values.grow),
      small: values.small,
      runs: Number(values.runs),
      postgres: values.postgres,
      seconds: Number(values.seconds),
    });
    console.log(JSON.stringify({ bench: 'queries', engine: engineName(), ...result }));
  } finally {
    await engine.close();
    await parley.stop();
  }
}

type Options = {
  rows: number;
  grow: number;
  small: boolean;
  runs: number;
  postgres: boolean;
  seconds: number;
};

async function measureAll(parley: Parley, engine: StoreClient, options: Options) {
  const { rows, grow, small, runs } = options;
  const app = await application(parley);
  const apps = [app, ...OTHER_APPS];
  const filler = await filledStore(parley.store(), engine, apps, { rows, most: rows * grow, small });

  const asked = questions(app, filler, await someIds(engine, app));
  const timings = await measure(parley, asked, runs);
  const { together, apart } = await measureOverview(parley, app, filler, runs);
  const diskRatio = await diskShare(engine);
  progress(`on disk: ${round(diskRatio)} of the raw bytes`);
  const { from, to } = filler;
  const inPostgres = options.postgres ? await askPostgres(engine, { apps, from, to, rows }, runs) : null;

  if (grow > 1) await filler.fill(rows * grow);
  const grown = grow > 1 ? await measure(parley, asked, runs) : null;
  const heavyCost =
    options.seconds > 0 ? await costBeside(parley, heavyCall(app, filler), options.seconds) : null;

  return {
    rows,
    questions: Object.fromEntries(
      [...timings].map(([name, { p50, p95, directP50 }]) => {
        const later = grown?.get(name);
        const growth = later ? { growth: round(later.p50 / p50), grown_p50_ms: round(later.p50) } : {};
        const times = { p50_ms: round(p50), p95_ms: round(p95), direct_p50_ms: round(directP50) };
        return [name, { ...times, ratio: round(p50 / directP50), ...growth }];
      }),
    ),
    postgres:
      inPostgres &&
      Object.fromEntries(
        [...inPostgres].map(([name, p50]) => {
          const here = timings.get(name)?.p50 ?? Number.NaN;
          return [name, { p50_ms: round(p50), times_faster: round(p50 / here) }];
        }),
      ),
    overview: {
      one_request_ms: round(together.all),
      several_requests_ms: round(apart.all),
      ratio: round(together.all / apart.all),
      figures_ms: round(together.figures),
      figures_of_several_ms: round(apart.figures),
    },
    disk_ratio: round(diskRatio),
    heavy_query_cost: heavyCost === null ? null : round(heavyCost),
    ...(grow > 1 ? { grown_rows: rows * grow } : {}),
  };
}

/** The id of the application that the server began with, out of the ledger of its first interaction. */
async function application(parley: Parley): Promise<string> {
  await warmUp(parley, JSON.stringify(payload(parley.keys, 1)));
  const { data } = Ledger.parse(await parley.get('/v1/ledger'));
  const [entry] = data;
  if (!entry) throw new Error('The ledger does not know the first interaction.');
  return entry.appId;
}

/** Of interactions that have a session, from all over the table. */
async function someIds(engine: StoreClient, app: string): Promise<string[]> {
  const result = await engine.query({
    query: `SELECT id FROM interactions WHERE app_id = {app:String} AND notEmpty(session)
            ORDER BY cityHash64(id) LIMIT 50`,
    query_params: { app },
    format: 'JSONEachRow',
  });
  return z
    .array(z.object({ id: z.string() }))
    .parse(await result.json())
    .map(({ id }) => id);
}

/** Everything that the table takes, indexes and projections included, of what clients sent. */
async function diskShare(engine: StoreClient): Promise<number> {
  const result = await engine.query({
    query: `SELECT (SELECT sum(bytes_on_disk) FROM system.parts
                    WHERE database = currentDatabase() AND table = 'interactions' AND active)
                   / (SELECT sum(request_bytes + response_bytes) FROM interactions) AS share`,
    format: 'JSONEachRow',
  });
  const [row] = z.array(z.object({ share: z.number() })).parse(await result.json());
  return row?.share ?? Number.NaN;
}
