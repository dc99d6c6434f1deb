/** What the doctor asks a ClickHouse server. Read-only. */
import { text } from 'node:stream/consumers';
import { ClickHouseError } from '@clickhouse/client';
import { z } from 'zod';
import { quoteName } from '../engine/quote.ts';
import { connect, databaseOf, type RemoteAddress, type StoreAddress } from '../store/client.ts';
import type { StoreClient } from '../store/failover.ts';
import { type QueryLimits, querySettings } from '../store/store.ts';
import { type ClickHouse, SETTINGS } from './clickhouse-check.ts';
import { type Grant, neededGrants } from './grants-check.ts';
import type { SystemLog } from './system-logs-check.ts';

const TIMEOUT_MS = 5000;

/** Connects without the database, which may not exist yet. */
async function withClient<T>(address: StoreAddress, use: (client: StoreClient) => Promise<T>): Promise<T> {
  const client = connect(address, 'default', TIMEOUT_MS);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function ask<T extends z.ZodType>(
  client: StoreClient,
  row: T,
  query: string,
  query_params: Record<string, unknown> = {},
): Promise<z.output<T>[]> {
  const clickhouse_settings = { output_format_json_quote_64bit_integers: 0 } as const;
  const result = await client.query({ query, query_params, clickhouse_settings, format: 'JSONEachRow' });
  return z.array(row).parse(await result.json());
}

/** `host:port`, without credentials. */
export function serverName({ url }: RemoteAddress): string {
  return new URL(url).host;
}

export function askVersion(address: StoreAddress): Promise<string> {
  return withClient(address, async (client) => {
    const [row] = await ask(client, z.object({ version: z.string() }), 'SELECT version() AS version');
    return row?.version ?? '';
  });
}

export function askClock(address: StoreAddress): Promise<number> {
  return withClient(address, async (client) => {
    const query = 'SELECT toUnixTimestamp64Milli(now64(3)) AS now';
    const [row] = await ask(client, z.object({ now: z.number() }), query);
    return row?.now ?? 0;
  });
}

export async function askSettings(address: RemoteAddress, limits: QueryLimits): Promise<ClickHouse> {
  const version = await askVersion(address);
  return withClient(address, async (client) => {
    const rows = await ask(
      client,
      z.object({ name: z.string(), value: z.string() }),
      'SELECT name, value FROM system.settings WHERE name IN {names:Array(String)}',
      { names: SETTINGS },
    );
    return {
      server: serverName(address),
      version,
      settings: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
      limitsRefused: await refusalOf(client, limits),
    };
  });
}

async function refusalOf(client: StoreClient, limits: QueryLimits): Promise<string | null> {
  try {
    await client.query({ query: 'SELECT 1', clickhouse_settings: querySettings(limits) });
    return null;
  } catch (error) {
    if (error instanceof ClickHouseError) return error.message;
    throw error;
  }
}

export function askGrants(address: RemoteAddress): Promise<{ user: string; missing: Grant[] }> {
  return withClient(address, async (client) => {
    const name = databaseOf(address);
    const [row] = await ask(
      client,
      z.object({ user: z.string(), is_there: z.number() }),
      `SELECT currentUser() AS user,
              (SELECT count() FROM system.databases WHERE name = {name:String}) AS is_there`,
      { name },
    );
    const needed = neededGrants(quoteName(name), {
      isThere: row?.is_there === 1,
      isCluster: Boolean(address.cluster),
    });
    const missing: Grant[] = [];
    for (const grant of needed) if (!(await isGranted(client, grant))) missing.push(grant);
    return { user: row?.user ?? '', missing };
  });
}

/** Includes privileges granted through roles, which the list of grants does not show. */
async function isGranted(client: StoreClient, { privilege, on }: Grant): Promise<boolean> {
  const { stream } = await client.exec({ query: `CHECK GRANT ${privilege} ON ${on}` });
  return (await text(stream)).trim() === '1';
}

export function askSystemLogs(address: RemoteAddress): Promise<SystemLog[]> {
  return withClient(address, (client) =>
    ask(
      client,
      z.object({ name: z.string(), bytes: z.number() }),
      `SELECT name, ifNull(total_bytes, 0) AS bytes FROM system.tables
       WHERE database = 'system' AND name LIKE '%\\_log'`,
    ),
  );
}
