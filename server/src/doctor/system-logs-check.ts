/** Checks ClickHouse's own logs: without a TTL they grow for ever, and may outgrow the data. */
import { size } from './amounts.ts';
import { type Finding, ok, warn } from './finding.ts';

export type SystemLog = { name: string; bytes: number };

const MAX_LOG_BYTES = 10 * 2 ** 30;

export function checkSystemLogs(server: string, logs: readonly SystemLog[]): Finding[] {
  const total = logs.reduce((sum, { bytes }) => sum + bytes, 0);
  const found = `${server} has ${size(total)} of its own logs`;
  const largest = logs.toSorted((a, b) => b.bytes - a.bytes)[0];
  if (total < MAX_LOG_BYTES || !largest) return [ok('system logs', found)];
  return [
    warn(
      'system logs',
      `${found}, most in system.${largest.name} (${size(largest.bytes)})`,
      `Give them a <ttl> in ClickHouse's configuration; TRUNCATE TABLE system.${largest.name} makes room now.`,
    ),
  ];
}
