/**
 * Rows that are written again. The new values go into a table of their own, and one mutation takes them over: the
 * engine replaces parts of the table one by one and atomically, so that a reader sees every row once, before or
 * after. Inserts go on meanwhile.
 *
 * A mutation that was begun ends even when whoever asked for it is gone, also over a restart of the engine; that is
 * why its table is left alone until nothing refers to it any more (`sweepStaged`).
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { settleAll } from '../../base/settle-all.ts';
import { assignments } from './mutations.ts';
import type { RewriteContext } from './rewrite-context.ts';
import { fillEverywhere } from './staging.ts';

export type StagedRow = { id: string; appId: string; requestedAt: number; values: readonly unknown[] };

export type StagedUpdate = {
  /** What the values are called, and what each has the type of, where that is not a column of its name. */
  columns: readonly string[];
  select: string;
  rows: readonly StagedRow[];
  /** The columns to write, and what, given how a value is written. */
  set: (value: (column: string) => string) => Readonly<Record<string, string>>;
  /** Only where a row still has its bodies: texts that were removed after they were read must not come back. */
  withBodies: boolean;
};

const STAGING = 'reprocess_';
/** No run takes this long between making a table and asking for its mutation. */
const FORGOTTEN_MINUTES = 60;

/** Returns when everybody sees the rows as they are now. */
export async function stagedUpdate(upkeep: RewriteContext, update: StagedUpdate): Promise<void> {
  const { columns, select, rows, set, withBodies } = update;
  const { layout, dialect, nodes, mutations } = await upkeep.changing();
  const staging = `${STAGING}${randomUUID().replaceAll('-', '')}`;
  const interactions = dialect.local('interactions');
  await nodes.run(`CREATE TABLE ${staging} ENGINE = Join(ANY, LEFT, id) EMPTY
                   AS SELECT id, toUInt8(1) AS staged, ${select} FROM ${interactions}`);
  await fillEverywhere(upkeep.client, layout, {
    table: staging,
    columns: ['id', 'staged', ...columns],
    rows: rows.map(({ id, values }) => [id, 1, ...values]),
  });
  const source = `${upkeep.database}.${staging}`;
  const times = rows.map(({ requestedAt }) => requestedAt);
  await nodes.run(
    `ALTER TABLE ${interactions}
     UPDATE ${assignments(set((column) => `joinGet('${source}', '${column}', id)`))}
     WHERE app_id IN {apps:Array(String)}
       AND requested_at >= fromUnixTimestamp64Milli({first:Int64})
       AND requested_at <= fromUnixTimestamp64Milli({last:Int64})
       AND joinGet('${source}', 'staged', id) = 1 ${withBodies ? 'AND request_bytes > 0' : ''}`,
    {
      apps: [...new Set(rows.map(({ appId }) => appId))],
      first: times.reduce((a, b) => Math.min(a, b)),
      last: times.reduce((a, b) => Math.max(a, b)),
    },
    // It may take longer than a request may: it is asked for, then waited for.
    { mutations_sync: '0' },
  );
  await mutations.finished('interactions', staging);
  await nodes.run(`DROP TABLE ${staging}`);
}

/** Drops what interrupted runs left behind, once their mutations are through. */
export async function sweepStaged(upkeep: RewriteContext): Promise<void> {
  const { dialect, nodes, mutations } = await upkeep.changing();
  const result = await upkeep.client.query({
    query: `SELECT DISTINCT name FROM ${dialect.system('tables', 'all')}
            WHERE database = {database:String} AND startsWith(name, {staging:String})
              AND metadata_modification_time < now() - INTERVAL {minutes:UInt32} MINUTE`,
    query_params: { database: upkeep.database, staging: STAGING, minutes: FORGOTTEN_MINUTES },
    format: 'JSONEachRow',
  });
  const tables = z.array(z.object({ name: z.string() })).parse(await result.json());
  await settleAll(tables, async ({ name }) => {
    const reading = await mutations.of('interactions', name);
    if (reading.every(({ is_done }) => is_done === 1)) await nodes.run(`DROP TABLE IF EXISTS ${name}`);
  });
}
