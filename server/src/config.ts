/** The only reader of flags and environment. A wrong value stops the start with one sentence. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Initial } from './accounts/initialise.ts';

export class ConfigError extends Error {}

export type Config = {
  host: string;
  port: number;
  data: string;
  publicUrl: string | null;
  clickhouseUrl: string | null;
  signup: 'open' | 'invite' | 'closed';
  maxBody: number;
  logLevel: string;
  journalMax: number;
  diskFloor: number;
  /** Seconds that a stopping server gives the drain to catch up. */
  grace: number;
  initial: Initial;
};

type Option = { env: string; fallback?: string; help: string };

/** Every option: `--name` on the command line, or its variable. */
export const OPTIONS = {
  host: { env: 'PARLEY_HOST', fallback: '127.0.0.1', help: 'address to listen on' },
  port: { env: 'PARLEY_PORT', fallback: '4780', help: 'port to listen on; 0 takes a free one' },
  data: {
    env: 'PARLEY_DATA',
    fallback: './data',
    help: 'folder for the journal, the store and the metadata',
  },
  'public-url': {
    env: 'PARLEY_PUBLIC_URL',
    help: 'the address people and clients use, when it is another one',
  },
  'database-url': { env: 'PARLEY_DATABASE_URL', help: 'PostgreSQL for the metadata (not in this version)' },
  'clickhouse-url': {
    env: 'PARLEY_CLICKHOUSE_URL',
    help: 'a ClickHouse server: http://user:password@host:8123/database',
  },
  signup: { env: 'PARLEY_SIGNUP', fallback: 'open', help: 'who may sign up: open, invite or closed' },
  'max-body': { env: 'PARLEY_MAX_BODY', fallback: '10MiB', help: 'largest payload, after decompression' },
  'log-level': {
    env: 'PARLEY_LOG_LEVEL',
    fallback: 'info',
    help: 'trace, debug, info, warn, error or silent',
  },
  'journal-max': { env: 'PARLEY_JOURNAL_MAX', fallback: '4GiB', help: 'bytes that may wait for the store' },
  'disk-floor': {
    env: 'PARLEY_DISK_FLOOR',
    fallback: '256MiB',
    help: 'free bytes the journal leaves on its disk',
  },
  grace: { env: 'PARLEY_GRACE', fallback: '10', help: 'seconds to drain at shutdown' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];
const SIGNUPS = ['open', 'invite', 'closed'] as const;

export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv): Config {
  const flags = readFlags(args);
  const optional = (name: OptionName): string | null => {
    const option: Option = OPTIONS[name];
    return flags[name] ?? (env[option.env] || option.fallback) ?? null;
  };
  const text = (name: OptionName): string => optional(name) ?? '';
  if (optional('database-url')) {
    throw new ConfigError(
      'PARLEY_DATABASE_URL is set, but this version keeps its metadata in SQLite only: unset it.',
    );
  }
  return {
    host: text('host'),
    port: wholeNumber(text('port'), 'port', 65_535),
    data: resolve(text('data')),
    publicUrl: webAddress(optional('public-url'), 'public-url'),
    clickhouseUrl: webAddress(optional('clickhouse-url'), 'clickhouse-url'),
    signup: oneOf(text('signup'), SIGNUPS, 'signup'),
    maxBody: bytes(text('max-body'), 'max-body', 256 * 1024 * 1024),
    logLevel: oneOf(text('log-level'), LOG_LEVELS, 'log-level'),
    journalMax: bytes(text('journal-max'), 'journal-max'),
    diskFloor: bytes(text('disk-floor'), 'disk-floor'),
    grace: wholeNumber(text('grace'), 'grace', 3600),
    initial: {
      // An empty variable is one that is not set.
      email: env.PARLEY_INIT_EMAIL || undefined,
      password: env.PARLEY_INIT_PASSWORD || undefined,
      appName: env.PARLEY_INIT_APP_NAME || undefined,
      appKey: env.PARLEY_INIT_APP_KEY || undefined,
      apiKey: env.PARLEY_INIT_API_KEY || undefined,
      readToken: env.PARLEY_INIT_READ_TOKEN || undefined,
    },
  };
}

function readFlags(args: readonly string[]): Partial<Record<OptionName, string>> {
  const options = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

function named(name: OptionName): string {
  return `${OPTIONS[name].env} (--${name})`;
}

function wholeNumber(value: string, name: OptionName, max: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= max) return number;
  throw new ConfigError(`${named(name)} must be a whole number from 0 to ${max}, not "${value}".`);
}

const UNITS: Record<string, number> = {
  '': 1,
  b: 1,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
};

function bytes(value: string, name: OptionName, max = Number.MAX_SAFE_INTEGER): number {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(value.trim());
  const unit = UNITS[match?.[2]?.toLowerCase() ?? '?'];
  const size = Math.floor(Number(match?.[1]) * (unit ?? Number.NaN));
  if (Number.isSafeInteger(size) && size <= max) return size;
  throw new ConfigError(`${named(name)} must be a size such as 10MiB, at most ${max} bytes, not "${value}".`);
}

function webAddress(value: string | null, name: OptionName): string | null {
  if (value === null) return null;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/+$/, '');
  // The value may hold a password: name the option, not the value.
  throw new ConfigError(`${named(name)} must be an address that begins with http:// or https://.`);
}

function oneOf<T extends string>(value: string, allowed: readonly T[], name: OptionName): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found) return found;
  throw new ConfigError(`${named(name)} must be one of ${allowed.join(', ')}, not "${value}".`);
}
