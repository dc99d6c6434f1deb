/** The logs that ClickHouse keeps of itself: without a TTL they grow for ever, and may outgrow what is stored. */
import { size } from './amounts.ts';
import { type Finding, ok, warn } from './finding.ts';

export type SystemLog = { name: string; bytes: number };

const MUCH = 10 * 2 ** 30;

export function checkSystemLogs(server: string, logs: readonly SystemLog[]): Finding[] {
  const total = logs.reduce((sum, { bytes }) => sum + bytes, 0);
  const found = `${server} has ${size(total)} of its own logs`;
  const largest = logs.toSorted((a, b) => b.bytes - a.bytes)[0];
  if (total < MUCH || !largest) return [ok('system logs', found)];
  return [
    warn(
      'system logs',
      `${found}, most in system.${largest.name} (${size(largest.bytes)})`,
      `Give them a <ttl> in ClickHouse's configuration; TRUNCATE TABLE system.${largest.name} makes room now.`,
    ),
  ];
}
