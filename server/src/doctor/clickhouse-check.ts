/** A ClickHouse server: its version, and settings that Parley depends on. */
import { bad, type Finding, ok, warn } from './finding.ts';

export type ClickHouse = {
  /** `host:port` */
  server: string;
  version: string;
  settings: Readonly<Record<string, string>>;
  /** What it says to the limits that Parley sends with questions; null when it takes them. */
  limitsRefused: string | null;
};

/** What the embedded engine is, and what is tried with every change. */
const TRIED = [26, 5] as const;

const NEEDED: Record<string, { value: string; why: string }> = {
  readonly: { value: '0', why: 'nothing can be stored' },
  allow_ddl: { value: '1', why: 'tables cannot be made or changed' },
  insert_deduplicate: { value: '1', why: 'a batch that is sent again would be stored twice' },
};

export const SETTINGS = Object.keys(NEEDED);

export function checkClickHouse({ server, version, settings, limitsRefused }: ClickHouse): Finding[] {
  const wrong = Object.entries(NEEDED).flatMap(([name, { value, why }]) => {
    const found = settings[name] ?? value;
    if (found === value) return [];
    const text = `${server} has ${name} = ${found}: ${why}`;
    return [bad('clickhouse', text, `Set ${name} to ${value} in the profile of Parley's user.`)];
  });
  if (limitsRefused !== null) {
    wrong.push(
      bad(
        'clickhouse',
        `${server} does not take Parley's limits: ${limitsRefused}`,
        "Remove constraints and readonly from the profile of Parley's user.",
      ),
    );
  }
  return [checkVersion(server, version), ...wrong];
}

function checkVersion(server: string, version: string): Finding {
  const found = `${server} is ${version}`;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOlder = major < TRIED[0] || (major === TRIED[0] && minor < TRIED[1]);
  if (!isOlder) return ok('clickhouse', found);
  return warn('clickhouse', found, `Upgrade to ${TRIED.join('.')} or later, which Parley is tested with.`);
}
