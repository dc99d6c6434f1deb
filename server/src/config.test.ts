import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { FlagError } from './base/flags.ts';
import { type Config, ConfigError, OPTIONS, type OptionName, readConfig } from './config.ts';

const NOTHING = {
  email: undefined,
  password: undefined,
  appName: undefined,
  appKey: undefined,
  apiKey: undefined,
  readToken: undefined,
};

test('everything has a default', () => {
  const defaults: Config = {
    host: '127.0.0.1',
    port: 4780,
    data: resolve('./data'),
    publicUrl: null,
    databaseUrl: null,
    clickhouse: null,
    signup: 'open',
    secret: null,
    trustProxy: 0,
    mail: null,
    webhookPrivate: 'refuse',
    oidc: null,
    maxBody: 10 * 1024 * 1024,
    maxOtlpBody: 64 * 1024 * 1024,
    logLevel: 'info',
    journalMax: 4 * 1024 ** 3,
    diskFloor: 256 * 1024 ** 2,
    queryLimits: { seconds: 30, bytes: 1_500_000_000 },
    traces: null,
    stopDelay: 0,
    grace: 10,
    initial: NOTHING,
  };
  assert.deepEqual(readConfig([], {}), defaults);
});

test('an empty variable is one that is not set', () => {
  const empty = Object.fromEntries(Object.values(OPTIONS).map(({ env }) => [env, '']));
  const initial = { PARLEY_INIT_APP_NAME: '', PARLEY_INIT_APP_KEY: '', PARLEY_INIT_API_KEY: '' };
  assert.deepEqual(readConfig([], { ...empty, ...initial }), readConfig([], {}));
});

const ONE_SERVER = { url: 'http://u:p@db:8123/parley', cluster: null, quorum: null };

const GOOD: [OptionName, string, keyof Config, unknown][] = [
  ['host', '0.0.0.0', 'host', '0.0.0.0'],
  ['port', '0', 'port', 0],
  ['data', '/srv/parley', 'data', '/srv/parley'],
  ['public-url', 'https://log.example.com/', 'publicUrl', 'https://log.example.com'],
  ['clickhouse-url', 'http://u:p@db:8123/parley/', 'clickhouse', ONE_SERVER],
  ['database-url', 'postgres://u:p@db/parley', 'databaseUrl', 'postgres://u:p@db/parley'],
  ['signup', 'invite', 'signup', 'invite'],
  ['secret', 'x'.repeat(32), 'secret', 'x'.repeat(32)],
  ['trust-proxy', '1', 'trustProxy', 1],
  ['webhook-private', 'allow', 'webhookPrivate', 'allow'],
  ['max-body', '1.5 MiB', 'maxBody', 1.5 * 1024 * 1024],
  ['max-body', '2000000', 'maxBody', 2_000_000],
  ['log-level', 'silent', 'logLevel', 'silent'],
  ['journal-max', '20gb', 'journalMax', 20e9],
  ['disk-floor', '0', 'diskFloor', 0],
  ['otlp-endpoint', 'http://otel:4318', 'traces', { endpoint: 'http://otel:4318', headers: {} }],
  ['grace', '0', 'grace', 0],
];
for (const [name, value, key, expected] of GOOD) {
  test(`${OPTIONS[name].env} and --${name} take ${value}`, () => {
    assert.deepEqual(readConfig([], { [OPTIONS[name].env]: value })[key], expected);
    assert.deepEqual(readConfig([`--${name}`, value], {})[key], expected);
    assert.deepEqual(readConfig([`--${name}=${value}`], {})[key], expected);
  });
}

test('a flag wins over the environment', () => {
  assert.equal(readConfig(['--port', '1'], { PARLEY_PORT: '2' }).port, 1);
});

const BAD: [OptionName, string][] = [
  ['port', 'http'],
  ['port', '-1'],
  ['port', '65536'],
  ['port', '1.5'],
  ['port', '1e3'],
  ['public-url', 'log.example.com'],
  ['public-url', 'ftp://example.com'],
  ['clickhouse-url', 'db:8123'],
  ['clickhouse-url', 'http://a:8123,ftp://b'],
  ['clickhouse-cluster', 'no server'],
  ['clickhouse-quorum', 'most'],
  ['database-url', 'db.example.com'],
  ['database-url', 'mysql://db'],
  ['signup', 'maybe'],
  ['signup', 'Open'],
  ['secret', 'short'],
  ['trust-proxy', 'yes'],
  ['smtp-url', 'mail.example.com'],
  ['smtp-url', 'http://mail.example.com'],
  ['webhook-private', 'yes'],
  ['oidc-issuer', 'idp.example.com'],
  ['max-body', '10 elephants'],
  ['max-body', 'MiB'],
  ['max-body', '-5MiB'],
  ['max-body', '1GiB'],
  ['max-body', '10constructor'],
  ['log-level', 'loud'],
  ['journal-max', 'lots'],
  ['journal-max', '99999999999GiB'],
  ['disk-floor', '1 KiB MiB'],
  ['otlp-endpoint', 'otel:4318'],
  ['grace', 'ten'],
  ['grace', '3601'],
];
for (const [name, value] of BAD) {
  test(`${OPTIONS[name].env}=${value} stops the start with one sentence that names it`, () => {
    for (const read of [
      () => readConfig([], { [OPTIONS[name].env]: value }),
      () => readConfig([`--${name}=${value}`], {}),
    ]) {
      assert.throws(read, (error) => {
        assert.ok(error instanceof ConfigError);
        assert.ok(error.message.includes(OPTIONS[name].env), error.message);
        assert.match(error.message, /^[^\n]+\.$/);
        return true;
      });
    }
  });
}

test('an address that may hold a password is not repeated in the sentence', () => {
  const wrong = 'ftp://user:hunter2@db';
  for (const env of [
    'PARLEY_CLICKHOUSE_URL',
    'PARLEY_DATABASE_URL',
    'PARLEY_PUBLIC_URL',
    'PARLEY_SMTP_URL',
  ]) {
    assert.throws(
      () => readConfig([], { [env]: wrong }),
      (error) => error instanceof ConfigError && !error.message.includes('hunter2'),
    );
  }
});

test('a cluster takes several servers, and a database that they share', () => {
  const env = {
    PARLEY_CLICKHOUSE_URL: 'https://u:p,w@a:8443/log?max_threads=4, https://b:8443/log',
    PARLEY_CLICKHOUSE_CLUSTER: 'logs',
    PARLEY_CLICKHOUSE_QUORUM: 'auto',
    PARLEY_DATABASE_URL: 'postgresql://db/parley',
  };
  assert.deepEqual(readConfig([], env).clickhouse, {
    url: 'https://u:p,w@a:8443/log?max_threads=4,https://b:8443/log',
    cluster: 'logs',
    quorum: 'auto',
  });
  assert.throws(
    () => readConfig([], { ...env, PARLEY_DATABASE_URL: '' }),
    /^Error: PARLEY_DATABASE_URL .* must be set when PARLEY_CLICKHOUSE_CLUSTER is: .*\.$/,
  );
});

test('mail takes a server and a sender', () => {
  const env = { PARLEY_SMTP_URL: 'smtp://u:hunter2@mail:587', PARLEY_MAIL_FROM: 'Parley <log@example.com>' };
  assert.deepEqual(readConfig([], env).mail, {
    smtpUrl: 'smtp://u:hunter2@mail:587',
    from: 'Parley <log@example.com>',
  });
  assert.throws(
    () => readConfig([], { PARLEY_SMTP_URL: env.PARLEY_SMTP_URL }),
    /^Error: PARLEY_MAIL_FROM .* must be set when PARLEY_SMTP_URL is\.$/,
  );
});

test('signing in elsewhere takes a provider, and who this server is there', () => {
  const env = {
    PARLEY_OIDC_ISSUER: 'https://idp.example.com/realm/',
    PARLEY_OIDC_CLIENT_ID: 'parley',
    PARLEY_OIDC_CLIENT_SECRET: 'hunter2',
  };
  assert.deepEqual(readConfig([], env).oidc, {
    issuer: 'https://idp.example.com/realm',
    clientId: 'parley',
    clientSecret: 'hunter2',
    name: 'single sign-on',
  });
  assert.equal(readConfig([], { ...env, PARLEY_OIDC_NAME: 'Acme' }).oidc?.name, 'Acme');
  for (const missing of ['PARLEY_OIDC_CLIENT_ID', 'PARLEY_OIDC_CLIENT_SECRET']) {
    assert.throws(() => readConfig([], { ...env, [missing]: '' }), new RegExp(`^Error: ${missing} `));
  }
});

test('an unknown flag and a flag without a value are refused', () => {
  assert.throws(() => readConfig(['--prot', '1'], {}), FlagError);
  assert.throws(() => readConfig(['--port'], {}), FlagError);
  assert.throws(() => readConfig(['serve'], {}), FlagError);
});

test('what the first start creates comes from PARLEY_INIT_*', () => {
  const { initial } = readConfig([], {
    PARLEY_INIT_EMAIL: 'a@example.com',
    PARLEY_INIT_PASSWORD: 'secret',
    PARLEY_INIT_APP_NAME: 'App',
    PARLEY_INIT_APP_KEY: 'pk',
    PARLEY_INIT_API_KEY: 'sk',
    PARLEY_INIT_READ_TOKEN: 'rt',
  });
  assert.deepEqual(initial, {
    email: 'a@example.com',
    password: 'secret',
    appName: 'App',
    appKey: 'pk',
    apiKey: 'sk',
    readToken: 'rt',
  });
});

test('headers of a collector are names and values', () => {
  const read = (headers: string) =>
    readConfig(['--otlp-endpoint', 'http://otel:4318', '--otlp-headers', headers], {}).traces?.headers;
  assert.deepEqual(read('x-key=a%20secret, other = b=c ,'), { 'x-key': 'a secret', other: 'b=c' });
  for (const wrong of ['nothing', '=a', 'a=%zz'])
    assert.throws(() => read(wrong), /OTEL_EXPORTER_OTLP_HEADERS \(--otlp-headers\) must be name=value/);
});

test('every option explains itself in one line', () => {
  for (const { env, help } of Object.values(OPTIONS)) {
    assert.match(env, /^(?:PARLEY|OTEL_EXPORTER)_[A-Z_]+$/);
    assert.match(help, /^[^\n.]+/);
  }
});
