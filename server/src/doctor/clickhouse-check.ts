/** Checks a ClickHouse server: its version, and the settings that Parley depends on. */
import { bad, type Finding, ok, warn } from './finding.ts';

export type ClickHouse = {
  /** `host:port` */
  server: string;
  version: string;
  settings: Readonly<Record<string, string>>;
  /** The error when the limits are sent that Parley sends with every query; null if they are accepted. */
  limitsRefused: string | null;
};

/** The version of the embedded engine, which every change is tested with. */
const TESTED_VERSION = [26, 5] as const;

const NEEDED_SETTINGS: Record<string, { value: string; why: string }> = {
  readonly: { value: '0', why: 'nothing can be stored' },
  allow_ddl: { value: '1', why: 'tables cannot be made or changed' },
  insert_deduplicate: { value: '1', why: 'a batch that is sent again would be stored twice' },
};

export const SETTINGS = Object.keys(NEEDED_SETTINGS);

export function checkClickHouse({ server, version, settings, limitsRefused }: ClickHouse): Finding[] {
  const wrong = Object.entries(NEEDED_SETTINGS).flatMap(([name, { value, why }]) => {
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
  const isOlder = major < TESTED_VERSION[0] || (major === TESTED_VERSION[0] && minor < TESTED_VERSION[1]);
  if (!isOlder) return ok('clickhouse', found);
  return warn(
    'clickhouse',
    found,
    `Upgrade to ${TESTED_VERSION.join('.')} or later, which Parley is tested with.`,
  );
}
