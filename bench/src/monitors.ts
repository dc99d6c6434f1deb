/**
 * What judging monitors costs: processor time of the server and its engine, beside the same server whose monitors are
 * switched off; how many are judged, and how late; and the wait for an acknowledgement at a steady rate, alone and beside
 * them. All in turns.
 *
 *   --rows 1000000    interactions to fill
 *   --small           interactions of 1 KB
 *   --monitors 1000   a tenth of them with groups
 *   --seconds 120     of each turn: without and with monitors, each idle and under load
 *   --rounds 2        of four turns
 *   --rate 50         payloads per second
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_MONITORS } from '@parley/contract';
import type { Kysely } from 'kysely';
import { createApplication } from '../../server/src/accounts/applications/create-application.ts';
import { insertMonitor } from '../../server/src/accounts/monitors/create-monitor.ts';
import { listMonitors } from '../../server/src/accounts/monitors/stored-monitor.ts';
import { parseFlags } from '../../server/src/base/flags.ts';
import { metadataPath } from '../../server/src/data-folder/data-folder.ts';
import { change } from '../../server/src/metadata/change.ts';
import { openMetadata } from '../../server/src/metadata/database.ts';
import type { Tables } from '../../server/src/metadata/tables.ts';
import { nextTime } from '../../server/src/monitors/rules/cadence.ts';
import { connect } from '../../server/src/store/client.ts';
import type { StoreClient } from '../../server/src/store/failover.ts';
import { INTERACTION_COLUMNS } from '../../server/src/store/rows/interaction-row.ts';
import { steadyLoad } from './beside/steady-load.ts';
import { look } from './cost.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { monitorsOf } from './monitors/definitions.ts';
import { payloadBodies } from './payload.ts';
import { FILL_PATIENCE_MS, filledStore } from './queries/fill-store.ts';
import { median, quantile } from './queries/measure.ts';
import { progress } from './queries/progress.ts';
import { type Parley, startParley, until, warmUp } from './servers.ts';

const SAMPLE_MS = 1000;
/** Longer than a question takes. */
const QUIET_MS = 6000;

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      small: { type: 'boolean', default: false },
      monitors: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '120' },
      rounds: { type: 'string', default: '2' },
      rate: { type: 'string', default: '50' },
    },
  });
  const [rows, count] = [Number(values.rows), Number(values.monitors)];
  const parley = await startParley();
  const metadata = openMetadata({ kind: 'sqlite', path: metadataPath(parley.data) });
  const engine = connect(parley.store(), undefined, FILL_PATIENCE_MS);
  try {
    const { db } = metadata;
    const bodies = payloadBodies(parley.keys);
    await warmUp(parley, bodies[0] ?? '');
    const apps = await applications(db, Math.ceil(count / MAX_MONITORS));
    const { to } = await filledStore(parley.store(), engine, apps, { rows, small: values.small });
    await fillToday(engine, to);
    const firstSeconds = await judgeFirst(parley, db, apps, count);
    const load = { url: `${parley.url}/track`, bodies, perSecond: Number(values.rate) };
    const turns = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
    const result = await takeTurns(parley, db, apps, load, turns);
    console.log(
      JSON.stringify({
        bench: 'monitors',
        engine: engineName(),
        ...{ rows, monitors: count, first_judged_s: round(firstSeconds), ...result },
      }),
    );
  } finally {
    await engine.close();
    await metadata.close();
    await parley.stop();
  }
}

/** The one that the server began with first: it gets the load. */
async function applications(db: Kysely<Tables>, count: number): Promise<string[]> {
  const { id } = await db.selectFrom('application').select('id').executeTakeFirstOrThrow();
  const apps = [id];
  while (apps.length < count)
    apps.push((await createApplication(db, { name: `Application ${apps.length + 1}` })).id);
  return apps;
}

/** The filled days end at midnight: today is the day before once more, up to now. */
async function fillToday(engine: StoreClient, midnight: number): Promise<void> {
  const values = INTERACTION_COLUMNS.map((name) =>
    name === 'id' ? 'generateUUIDv7()' : name.endsWith('ed_at') ? `${name} + toIntervalDay(1)` : name,
  );
  const DAY = 24 * 3_600_000;
  await engine.command({
    query: `INSERT INTO interactions (${INTERACTION_COLUMNS.join(', ')}) SELECT ${values.join(', ')} FROM interactions
      WHERE received_at >= fromUnixTimestamp64Milli({from:Int64}) AND received_at < fromUnixTimestamp64Milli({to:Int64})`,
    query_params: { from: midnight - DAY, to: Date.now() - DAY },
  });
}

/** Creates the monitors; returns the seconds until the server has judged all of them. */
async function judgeFirst(parley: Parley, db: Kysely<Tables>, apps: readonly string[], count: number) {
  await change(db, async (tx) => {
    for (const monitor of monitorsOf(apps, count)) await insertMonitor(tx, null, monitor);
  });
  const started = performance.now();
  await until(async () => (await judged(parley)) >= count, SAMPLE_MS);
  const seconds = (performance.now() - started) / 1000;
  progress(`${count} monitors were judged for the first time within ${Math.round(seconds)} s`);
  return seconds;
}

/** Switched on, each is due at its next time, as if it had never been off. */
async function switchMonitors(db: Kysely<Tables>, apps: readonly string[], on: boolean): Promise<void> {
  const monitors = await listMonitors(db, apps);
  await db.transaction().execute(async (tx) => {
    for (const monitor of monitors)
      await tx
        .updateTable('monitor')
        .set({ enabled: Number(on), next_at: nextTime(monitor, Date.now()) })
        .where('id', '=', monitor.id)
        .execute();
  });
}

/** A round that has begun goes on for a while. */
async function stopped(parley: Parley): Promise<void> {
  let before = Number.NaN;
  await until(async () => {
    const now = await judged(parley);
    const isSame = now === before;
    before = now;
    return isSame;
  }, QUIET_MS);
}

/** What one state of the monitors came to, over all of its turns. */
type Measured = { cpu: Cpu[]; waits: number[]; judged: number; lags: number[] };
/** Of a core. */
type Cpu = { server: number; engine: number };

async function takeTurns(
  parley: Parley,
  db: Kysely<Tables>,
  apps: readonly string[],
  load: Omit<Parameters<typeof steadyLoad>[0], 'seconds'>,
  { seconds, rounds }: { seconds: number; rounds: number },
) {
  const [off, on]: [Measured, Measured] = [measured(), measured()];
  await steadyLoad({ ...load, seconds: 2 });
  for (let turn = 0; turn < rounds; turn++)
    for (const [name, state] of Object.entries({ off, on })) {
      await switchMonitors(db, apps, state === on);
      if (state === off) await stopped(parley);
      await parley.drained();
      await measureIdle(parley, state, seconds);
      const waits = await steadyLoad({ ...load, seconds });
      state.waits.push(...waits);
      const cpu = JSON.stringify(state.cpu.at(-1));
      progress(`monitors ${name}: ${cpu}, p99 ${round(quantile(waits, 0.99))} ms, ${state.judged} judged`);
    }
  const of = (part: keyof Cpu, { cpu }: Measured) => mean(cpu.map((one) => one[part]));
  const [server, engine] = [of('server', on) - of('server', off), of('engine', on) - of('engine', off)];
  const [alone, beside] = [quantile(off.waits, 0.99), quantile(on.waits, 0.99)];
  return {
    core_percent: percent(server + engine),
    of_server_percent: percent(server),
    of_engine_percent: percent(engine),
    quiet_core_percent: percent(of('server', off) + of('engine', off)),
    judged_per_min: round((on.judged * 60) / (seconds * rounds)),
    cpu_ms_each: round(((server + engine) * seconds * rounds * 1000) / on.judged),
    lag_p50_s: round(median(on.lags)),
    lag_max_s: round(Math.max(...on.lags)),
    failures: await parley.metric('parley_monitor_failures_total'),
    alone_p99_ms: round(alone),
    beside_p99_ms: round(beside),
    ratio: round(beside / alone),
  };
}

function measured(): Measured {
  return { cpu: [], waits: [], judged: 0, lags: [] };
}

/** Without load, so that the processor time is that of judging alone. */
async function measureIdle(parley: Parley, state: Measured, seconds: number): Promise<void> {
  const before = await judged(parley);
  const [started, cpu] = [performance.now(), look(parley)];
  const end = started + seconds * 1000;
  let [seen, count] = [before, before];
  while (performance.now() < end) {
    await sleep(Math.min(SAMPLE_MS, end - performance.now()));
    [seen, count] = [count, await judged(parley)];
    if (count > seen) state.lags.push(await parley.metric('parley_monitor_lag_seconds'));
  }
  const [now, microseconds] = [look(parley), (performance.now() - started) * 1000];
  state.cpu.push({
    server: (now.server - cpu.server) / microseconds,
    engine: (now.engine - cpu.engine) / microseconds,
  });
  state.judged += count - before;
}

function judged(parley: Parley): Promise<number> {
  return parley.metric('parley_monitor_evaluations_total');
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number): number {
  return round(share * 100);
}
