/** Reads flags and the environment; nothing else does. A wrong value stops the start with one sentence. */
import { resolve } from 'node:path';
import type { Initial } from './accounts/initialise.ts';
import { parseFlags } from './base/flags.ts';
import { splitUrls } from './store/servers.ts';
import type { QueryLimits } from './store/store.ts';

export class ConfigError extends Error {}

export type Config = {
  host: string;
  port: number;
  data: string;
  publicUrl: string | null;
  /** PostgreSQL; null for SQLite in the data folder. */
  databaseUrl: string | null;
  /** ClickHouse servers to use instead of the embedded engine. */
  clickhouse: { url: string; cluster: string | null; quorum: string | null } | null;
  signup: 'open' | 'invite' | 'closed';
  /** The secret that signs cookies; null to generate one and keep it with the metadata. */
  secret: string | null;
  /** Number of proxies in front of the server whose `X-Forwarded-For` is trusted. */
  trustProxy: number;
  mail: { smtpUrl: string; from: string } | null;
  /** Whether channels may send to private addresses, and without TLS. */
  webhookPrivate: 'refuse' | 'allow';
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null;
  maxBody: number;
  maxOtlpBody: number;
  logLevel: string;
  journalMax: number;
  diskFloor: number;
  /** Limits of a query on the store. */
  queryLimits: QueryLimits;
  /** Where traces of the server itself are sent. */
  traces: { endpoint: string; headers: Record<string, string> } | null;
  /** Seconds a stopping server keeps serving, while `/ready` says that it is about to stop. */
  stopDelay: number;
  /** Seconds a stopping server gives the drain to catch up. */
  grace: number;
  initial: Initial;
};

type Option = { env: string; fallback?: string; help: string };

/** All options: `--name` on the command line, or the environment variable. */
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
  'database-url': {
    env: 'PARLEY_DATABASE_URL',
    help: 'PostgreSQL for the metadata: postgres://user:password@host:5432/database',
  },
  'clickhouse-url': {
    env: 'PARLEY_CLICKHOUSE_URL',
    help: 'ClickHouse: http://user:password@host:8123/database?setting=value; several servers by commas',
  },
  'clickhouse-cluster': {
    env: 'PARLEY_CLICKHOUSE_CLUSTER',
    help: 'the cluster of these servers, as ClickHouse calls it',
  },
  'clickhouse-quorum': {
    env: 'PARLEY_CLICKHOUSE_QUORUM',
    help: 'replicas that must have a batch before it counts as stored: a number, or auto',
  },
  signup: { env: 'PARLEY_SIGNUP', fallback: 'open', help: 'who may sign up: open, invite or closed' },
  secret: {
    env: 'PARLEY_SECRET',
    help: 'what signs cookies, at least 32 characters; the same on every node (made and kept when absent)',
  },
  'trust-proxy': {
    env: 'PARLEY_TRUST_PROXY',
    fallback: '0',
    help: 'how many proxies in front add to X-Forwarded-For',
  },
  'smtp-url': { env: 'PARLEY_SMTP_URL', help: 'a mail server: smtp://user:password@host:587' },
  'mail-from': { env: 'PARLEY_MAIL_FROM', help: 'the sender of mails' },
  'webhook-private': {
    env: 'PARLEY_WEBHOOK_PRIVATE',
    fallback: 'refuse',
    help: 'whether channels may send to private addresses and by http: refuse or allow',
  },
  'oidc-issuer': { env: 'PARLEY_OIDC_ISSUER', help: 'an OpenID Connect provider to sign in with' },
  'oidc-client-id': { env: 'PARLEY_OIDC_CLIENT_ID', help: 'what the provider calls this server' },
  'oidc-client-secret': {
    env: 'PARLEY_OIDC_CLIENT_SECRET',
    help: 'how this server proves it to the provider',
  },
  'oidc-name': {
    env: 'PARLEY_OIDC_NAME',
    fallback: 'single sign-on',
    help: 'what people know the provider as',
  },
  'max-body': { env: 'PARLEY_MAX_BODY', fallback: '10MiB', help: 'largest payload, after decompression' },
  'max-otlp-body': {
    env: 'PARLEY_MAX_OTLP_BODY',
    fallback: '64MiB',
    help: 'largest OTLP request, after decompression',
  },
  'log-level': {
    env: 'PARLEY_LOG_LEVEL',
    fallback: 'info',
    help: 'trace, debug, info, warn, error or silent',
  },
  'journal-max': { env: 'PARLEY_JOURNAL_MAX', fallback: '4GiB', help: 'bytes that may wait for the store' },
  'disk-floor': {
    env: 'PARLEY_DISK_FLOOR',
    fallback: '256MiB',
    help: 'free bytes the journal leaves on its disk; more when the store needs more to catch up',
  },
  'query-timeout': {
    env: 'PARLEY_QUERY_TIMEOUT',
    fallback: '30',
    help: 'seconds after which a question to the store is cut off',
  },
  'query-memory': {
    env: 'PARLEY_QUERY_MEMORY',
    fallback: '1.5GB',
    help: 'memory at which a question to the store is cut off',
  },
  'otlp-endpoint': {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    help: 'a collector for traces of the server itself (OTLP over HTTP)',
  },
  'otlp-headers': {
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    help: 'headers for it: name=value, several by commas',
  },
  'stop-delay': {
    env: 'PARLEY_STOP_DELAY',
    fallback: '0',
    help: 'seconds between a signal to stop, from when on /ready says no, and the stop: for load balancers',
  },
  grace: { env: 'PARLEY_GRACE', fallback: '10', help: 'seconds to drain at shutdown' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];
const PRIVATE = ['refuse', 'allow'] as const;
const SIGNUPS = ['open', 'invite', 'closed'] as const;

export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv): Config {
  const flags = readFlags(args);
  const optional = (name: OptionName): string | null => {
    const option: Option = OPTIONS[name];
    return flags[name] ?? (env[option.env] || option.fallback) ?? null;
  };
  const text = (name: OptionName): string => optional(name) ?? '';
  return {
    host: text('host'),
    port: wholeNumber(text('port'), 'port', 65_535),
    data: resolve(text('data')),
    publicUrl: webAddress(optional('public-url'), 'public-url'),
    databaseUrl: postgresAddress(optional('database-url')),
    clickhouse: readClickhouse(optional),
    signup: oneOf(text('signup'), SIGNUPS, 'signup'),
    secret: longSecret(optional('secret')),
    trustProxy: wholeNumber(text('trust-proxy'), 'trust-proxy', 10),
    mail: readMail(optional('smtp-url'), optional('mail-from')),
    webhookPrivate: oneOf(text('webhook-private'), PRIVATE, 'webhook-private'),
    oidc: readOidc(optional),
    maxBody: bytes(text('max-body'), 'max-body', 256 * 1024 * 1024),
    maxOtlpBody: bytes(text('max-otlp-body'), 'max-otlp-body', 256 * 1024 * 1024),
    logLevel: oneOf(text('log-level'), LOG_LEVELS, 'log-level'),
    journalMax: bytes(text('journal-max'), 'journal-max'),
    diskFloor: bytes(text('disk-floor'), 'disk-floor'),
    queryLimits: {
      seconds: wholeNumber(text('query-timeout'), 'query-timeout', 3600),
      bytes: bytes(text('query-memory'), 'query-memory'),
    },
    traces: readTraces(optional('otlp-endpoint'), optional('otlp-headers')),
    stopDelay: wholeNumber(text('stop-delay'), 'stop-delay', 3600),
    grace: wholeNumber(text('grace'), 'grace', 3600),
    initial: {
      // An empty variable counts as unset.
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
  return parseFlags({ args: [...args], options }).values;
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

function postgresAddress(value: string | null): string | null {
  if (value === null) return null;
  if (URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)) return value;
  throw new ConfigError(`${named('database-url')} must be an address that begins with postgres://.`);
}

function readClickhouse(optional: (name: OptionName) => string | null): Config['clickhouse'] {
  const [urls, cluster, quorum] = [
    optional('clickhouse-url'),
    optional('clickhouse-cluster'),
    optional('clickhouse-quorum'),
  ];
  if (urls === null && cluster !== null)
    throw new ConfigError(
      `${named('clickhouse-url')} must be set when ${OPTIONS['clickhouse-cluster'].env} is.`,
    );
  if (cluster !== null && optional('database-url') === null) {
    throw new ConfigError(
      `${named('database-url')} must be set when ${OPTIONS['clickhouse-cluster'].env} is: a cluster is for several servers, and these share their metadata.`,
    );
  }
  if (quorum !== null && !/^(?:auto|[1-9]\d?)$/.test(quorum))
    throw new ConfigError(
      `${named('clickhouse-quorum')} must be a number of replicas or auto, not "${quorum}".`,
    );
  if (urls === null) return null;
  const url = splitUrls(urls)
    .map((each) => webAddress(each, 'clickhouse-url'))
    .join(',');
  return { url, cluster, quorum };
}

function longSecret(value: string | null): string | null {
  if (value === null || value.length >= 32) return value;
  throw new ConfigError(`${named('secret')} must have at least 32 characters.`);
}

function readMail(smtpUrl: string | null, from: string | null): Config['mail'] {
  if (smtpUrl === null) return null;
  if (!URL.canParse(smtpUrl) || !/^smtps?:$/.test(new URL(smtpUrl).protocol))
    throw new ConfigError(`${named('smtp-url')} must be an address that begins with smtp:// or smtps://.`);
  if (from === null)
    throw new ConfigError(`${named('mail-from')} must be set when ${OPTIONS['smtp-url'].env} is.`);
  return { smtpUrl, from };
}

function readTraces(address: string | null, headers: string | null): Config['traces'] {
  const endpoint = webAddress(address, 'otlp-endpoint');
  if (endpoint === null) return null;
  const pairs = (headers ?? '').split(',').filter((pair) => pair.trim() !== '');
  return { endpoint, headers: Object.fromEntries(pairs.map(readHeader)) };
}

function readHeader(pair: string): [name: string, value: string] {
  const [, name, value = ''] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? [];
  try {
    if (name !== undefined) return [name, decodeURIComponent(value.trim())];
  } catch {
    // Malformed percent-encoding.
  }
  // The value may hold a secret: name the option, not the value.
  throw new ConfigError(`${named('otlp-headers')} must be name=value, several separated by commas.`);
}

function readOidc(optional: (name: OptionName) => string | null): Config['oidc'] {
  const issuer = webAddress(optional('oidc-issuer'), 'oidc-issuer');
  if (issuer === null) return null;
  const required = (name: OptionName): string => {
    const value = optional(name);
    if (value !== null) return value;
    throw new ConfigError(`${named(name)} must be set when ${OPTIONS['oidc-issuer'].env} is.`);
  };
  return {
    issuer,
    clientId: required('oidc-client-id'),
    clientSecret: required('oidc-client-secret'),
    name: required('oidc-name'),
  };
}

function oneOf<T extends string>(value: string, allowed: readonly T[], name: OptionName): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found) return found;
  throw new ConfigError(`${named(name)} must be one of ${allowed.join(', ')}, not "${value}".`);
}
