/**
 * Staged updates of rows. The new values go into a staging table, and one mutation applies them: the engine replaces
 * parts of the table one by one and atomically, so that a reader sees every row once, before or after. Inserts continue
 * meanwhile.
 *
 * A mutation completes even when its caller is gone, and over a restart of the engine; its staging table is kept until
 * nothing refers to it (`sweepStaged`).
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { settleAll } from '../../base/settle-all.ts';
import { assignments } from './mutations.ts';
import type { RewriteContext } from './rewrite-context.ts';
import { fillEverywhere } from './staging.ts';

export type StagedRow = { id: string; appId: string; requestedAt: number; values: readonly unknown[] };

export type StagedUpdate = {
  /** Columns of the staging table, and the SELECT that gives them their types. */
  columns: readonly string[];
  select: string;
  rows: readonly StagedRow[];
  /** The assignments, given the expression that reads a staged value. */
  set: (value: (column: string) => string) => Readonly<Record<string, string>>;
  /** Only rows that still fit when they are written. */
  where?: string;
};

/** Texts that were removed meanwhile must not come back. */
export const WITH_BODIES = 'request_bytes > 0';

const STAGING_PREFIX = 'reprocess_';
/** Age of an abandoned staging table; no run takes this long from creating it to starting its mutation. */
const ABANDONED_MINUTES = 60;

/** Resolves once every reader sees the new rows. */
export async function stagedUpdate(context: RewriteContext, update: StagedUpdate): Promise<void> {
  const { columns, select, rows, set, where = 'true' } = update;
  const { layout, dialect, nodes, mutations } = await context.changing();
  const staging = `${STAGING_PREFIX}${randomUUID().replaceAll('-', '')}`;
  const interactions = dialect.local('interactions');
  await nodes.run(`CREATE TABLE ${staging} ENGINE = Join(ANY, LEFT, id) EMPTY
                   AS SELECT id, toUInt8(1) AS staged, ${select} FROM ${interactions}`);
  await fillEverywhere(context.client, layout, {
    table: staging,
    columns: ['id', 'staged', ...columns],
    rows: rows.map(({ id, values }) => [id, 1, ...values]),
  });
  const source = `${context.database}.${staging}`;
  const times = rows.map(({ requestedAt }) => requestedAt);
  await nodes.run(
    `ALTER TABLE ${interactions}
     UPDATE ${assignments(set((column) => `joinGet('${source}', '${column}', id)`))}
     WHERE app_id IN {apps:Array(String)}
       AND requested_at >= fromUnixTimestamp64Milli({first:Int64})
       AND requested_at <= fromUnixTimestamp64Milli({last:Int64})
       AND joinGet('${source}', 'staged', id) = 1 AND ${where}`,
    {
      apps: [...new Set(rows.map(({ appId }) => appId))],
      first: times.reduce((a, b) => Math.min(a, b)),
      last: times.reduce((a, b) => Math.max(a, b)),
    },
    // It may take longer than a request: it is started, then polled.
    { mutations_sync: '0' },
  );
  await mutations.finished('interactions', staging);
  await nodes.run(`DROP TABLE ${staging}`);
}

/** Drops the staging tables of interrupted runs whose mutations are done. */
export async function sweepStaged(context: RewriteContext): Promise<void> {
  const { dialect, nodes, mutations } = await context.changing();
  const result = await context.client.query({
    query: `SELECT DISTINCT name FROM ${dialect.system('tables', 'all')}
            WHERE database = {database:String} AND startsWith(name, {staging:String})
              AND metadata_modification_time < now() - INTERVAL {minutes:UInt32} MINUTE`,
    query_params: { database: context.database, staging: STAGING_PREFIX, minutes: ABANDONED_MINUTES },
    format: 'JSONEachRow',
  });
  const tables = z.array(z.object({ name: z.string() })).parse(await result.json());
  await settleAll(tables, async ({ name }) => {
    const reading = await mutations.of('interactions', name);
    if (reading.every(({ is_done }) => is_done === 1)) await nodes.run(`DROP TABLE IF EXISTS ${name}`);
  });
}
