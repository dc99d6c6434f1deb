/** Checks the privileges of Parley's ClickHouse user. */
import { bad, type Finding, ok } from './finding.ts';

export type Grant = { privilege: string; on: string };

/** For tables, rows, their removal and migrations; `reprocess` creates a table and drops it. */
const TABLE_PRIVILEGES = ['SELECT', 'INSERT', 'ALTER', 'CREATE TABLE', 'DROP TABLE'];

/** `database` as quoted in SQL. */
export function neededGrants(database: string, options: { isThere: boolean; isCluster: boolean }): Grant[] {
  const grants = TABLE_PRIVILEGES.map((privilege) => ({ privilege, on: `${database}.*` }));
  if (!options.isThere) grants.push({ privilege: 'CREATE DATABASE', on: `${database}.*` });
  if (options.isCluster) for (const privilege of ['CLUSTER', 'REMOTE']) grants.push({ privilege, on: '*.*' });
  return grants;
}

export function checkGrants(server: string, user: string, missing: readonly Grant[]): Finding[] {
  if (missing.length === 0) return [ok('grants', `${user} may do what Parley does on ${server}`)];
  return missing.map(({ privilege, on }) =>
    bad(
      'grants',
      `${user} has no ${privilege} on ${on} (${server})`,
      `GRANT ${privilege} ON ${on} TO ${user}`,
    ),
  );
}
