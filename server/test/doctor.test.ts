/** `parley doctor` on data folders that are new, in use, on remote databases, or broken. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openMetadata } from '../src/metadata/database.ts';
import { MIGRATIONS, migrateMetadata } from '../src/metadata/migrations/migrations.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { testDatabase } from './support/metadata-address.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url));
const STORED_MS = 120_000;

type Finding = { check: string; level: string; found: string; advice: string | null };
type Examined = { code: number; level: string; findings: Finding[]; stdout: string; stderr: string };

/** Uses a free port unless the test is about the port. */
function run(data: string, env: Record<string, string>, ...args: string[]) {
  const all = {
    ...process.env,
    PARLEY_DATABASE_URL: '',
    PARLEY_CLICKHOUSE_URL: '',
    PARLEY_PORT: '0',
    ...env,
  };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [BIN, 'doctor', '--data', data, ...args],
      { env: all },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

async function examine(data: string, env: Record<string, string> = {}): Promise<Examined> {
  const { code, stdout, stderr } = await run(data, env, '--json');
  assert.equal(stderr, '');
  return { code, ...JSON.parse(stdout), stdout, stderr };
}

function found({ findings }: Examined, check: string): string {
  const some = findings.filter((finding) => finding.check === check);
  return some.map(({ level, found }) => `${level}: ${found}`).join('\n');
}

describe('the doctor', () => {
  it('finds no fault in a new data folder and leaves it unchanged', async () => {
    const data = await tempFolder();
    const examined = await examine(data);
    assert.equal(examined.code, 0, examined.stdout);
    assert.equal(found(examined, 'server'), 'ok: None runs on this data folder');
    assert.equal(found(examined, 'permissions'), `ok: ${data} is for its owner only`);
    assert.match(
      found(examined, 'prices'),
      /^\w+: The price list is .* old .*\nok: Not checked: .* does not start the engine$/,
    );
    assert.deepEqual(readdirSync(data), []);

    const missing = await examine(join(data, 'none'));
    assert.deepEqual([missing.code, missing.level], [0, 'warn']);
    assert.deepEqual(readdirSync(data), []);
    const { stdout } = await run(data, {});
    assert.match(stdout, /^✓ node {13}Node \d+\.\d+\.\d+\n/);
    assert.match(stdout, /\n\n(All is well|\d+ warnings?)\.\n$/);
  });

  it('reports the data folder of an older version without failing', async () => {
    const data = await tempFolder();
    const [first = ''] = Object.keys(MIGRATIONS).sort();
    const metadata = openMetadata({ kind: 'sqlite', path: join(data, 'metadata.sqlite') });
    await migrateMetadata(metadata.db, first);
    await metadata.close();
    mkdirSync(join(data, 'store'), { mode: 0o700 });
    for (const name of readdirSync(data).filter((name) => name.startsWith('metadata')))
      chmodSync(join(data, name), 0o600);
    const examined = await examine(data);
    assert.doesNotMatch(examined.stdout, /check failed|no such/);
    assert.deepEqual([examined.code, examined.level], [0, 'warn'], examined.stdout);
    assert.match(
      found(examined, 'metadata schema'),
      /^warn: Step 1 of \d+: made by an older version of Parley; the next start/,
    );
    assert.match(
      found(examined, 'store schema'),
      /^warn: Made by an older version of Parley; the next start updates it$/,
    );
  });

  it('reports that a data folder cannot be created below a read-only folder', async () => {
    const parent = await tempFolder();
    chmodSync(parent, 0o555);
    // root may write anywhere.
    const become = process.getuid?.() === 0 ? 'process.setgid(65534); process.setuid(65534);' : '';
    const data = join(parent, 'data');
    const examined = await new Promise<string>((resolve) => {
      const program = `${become} process.argv.splice(1, 0, ''); await import(${JSON.stringify(BIN)});`;
      execFile(
        process.execPath,
        ['--input-type=module', '-e', program, 'doctor', '--data', data, '--json'],
        { env: { ...process.env, PARLEY_DATABASE_URL: '', PARLEY_CLICKHOUSE_URL: '', PARLEY_PORT: '0' } },
        (_, stdout, stderr) => resolve(stdout + stderr),
      );
    });
    const { findings } = JSON.parse(examined);
    const finding = findings.find(({ check }: Finding) => check === 'data folder');
    assert.equal(finding.level, 'bad');
    assert.equal(
      finding.found,
      `There is none at ${data}, and the server cannot make it: ${parent} takes no writes`,
    );
    assert.doesNotMatch(examined, /check failed/);
  });

  it('checks a running server with an embedded engine, and its data folder after it has stopped', async (test) => {
    const data = await tempFolder();
    const server = await startServer({ data, env: { PARLEY_DATABASE_URL: '' } });
    test.after(() => server.stop());
    const payload = payloadOf('openai', 'chat', {
      request: { model: 'unheard-of', messages: [{ role: 'user', content: 'Hi' }] },
      response: {
        id: 'x',
        model: 'unheard-of',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      },
    });
    await server.post(bytesOf(payload));
    await eventually('it is stored', async () => (await ledgerTotals(server)).stored === 1, STORED_MS);
    const examined = await examine(data);
    assert.equal(examined.code, 0, examined.stdout);
    assert.equal(found(examined, 'server'), `ok: Process ${server.pid} is ready at ${server.url}`);
    assert.equal(found(examined, 'port'), `ok: This server listens at ${server.url}`);
    assert.match(found(examined, 'engine'), /: chDB \d+\.\d+/);
    assert.match(found(examined, 'store schema'), /^ok: Step (\d+) of \1$/);
    assert.match(found(examined, 'metadata schema'), /^ok: Step (\d+) of \1$/);
    assert.equal(found(examined, 'journal'), 'ok: Nothing waits for the store');
    assert.match(
      found(examined, 'prices'),
      /^\w+: The price list is .* old .*\nwarn: No price is known for unheard-of \(1 interaction\)$/,
    );
    assert.equal(found(examined, 'backup'), 'warn: None is known');

    server.signal('SIGKILL');
    await server.ended;
    const left = await examine(data);
    assert.equal(left.code, 0, left.stdout);
    assert.match(found(left, 'store schema'), /^ok: Step (\d+) of \1$/);
    assert.equal(found(left, 'journal'), 'ok: Nothing waits for the store');
  });

  it('checks PostgreSQL and ClickHouse, and reports when they are unavailable', async (test) => {
    const data = await tempFolder();
    const store = await storeProxy(test);
    const env = {
      PARLEY_DATABASE_URL: await testDatabase(basename(data)),
      PARLEY_CLICKHOUSE_URL: store.url,
    };
    const server = await startServer({ data, clickhouseUrl: store.url, env });
    test.after(() => server.stop());
    await server.post(bytesOf(payloadOf()));
    await eventually('it is stored', async () => (await ledgerTotals(server)).stored === 1, STORED_MS);
    const examined = await examine(data, env);
    assert.equal(examined.code, 0, examined.stdout);
    assert.match(found(examined, 'postgresql'), /^ok: PostgreSQL \d+\.\d+\n\w+: It answers in /);
    assert.match(found(examined, 'clickhouse'), /^ok: 127\.0\.0\.1:\d+ is \d+\.\d+/);
    assert.match(found(examined, 'grants'), /^ok: \w+ may do what Parley does/);
    assert.match(found(examined, 'system logs'), /^ok: /);
    assert.match(found(examined, 'clock'), /^ok: .* as PostgreSQL\nok: .* as ClickHouse at 127/);
    assert.match(found(examined, 'store schema'), /^ok: Step (\d+) of \1$/);

    const away = {
      PARLEY_DATABASE_URL: 'postgres://joe:hunter2@127.0.0.1:9/parley',
      PARLEY_CLICKHOUSE_URL: 'http://joe:hunter2@127.0.0.1:9/parley',
    };
    const alone = await examine(data, away);
    assert.deepEqual([alone.code, alone.level], [1, 'bad']);
    assert.match(found(alone, 'postgresql'), /^bad: .*ECONNREFUSED/);
    assert.match(found(alone, 'store'), /^bad: .*ECONNREFUSED/);
    assert.doesNotMatch(alone.stdout, /hunter2/);
  });

  it('names each fault and its remedy', async (test) => {
    const data = await tempFolder();
    const taken = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    test.after(() => taken.close());
    const address = taken.address();
    assert.ok(typeof address === 'object' && address);
    const port = String(address.port);

    mkdirSync(join(data, 'journal', 'damaged'), { recursive: true, mode: 0o700 });
    writeFileSync(join(data, 'journal', 'damaged', '1-0.bytes'), 'xxx', { mode: 0o600 });
    writeFileSync(join(data, 'schema.json'), '{"storeSteps":999}', { mode: 0o600 });
    chmodSync(data, 0o755);
    const examined = await examine(data, { PARLEY_PORT: port, PARLEY_DISK_FLOOR: '1000000GiB' });
    assert.deepEqual([examined.code, examined.level], [1, 'bad']);
    assert.equal(found(examined, 'permissions'), `bad: 1 path open to other users: ${data}`);
    assert.equal(found(examined, 'port'), `bad: Another program listens on 127.0.0.1:${port}`);
    assert.match(found(examined, 'damaged frames'), /^warn: 1 file \(3 bytes\) in /);
    assert.match(found(examined, 'store schema'), /^bad: This data folder was used by a newer version/);
    assert.match(found(examined, 'disk'), /^bad: .* payloads are refused below 976\.6 TiB$/);
    for (const { level, advice } of examined.findings) assert.equal(advice !== null, level !== 'ok');

    const { code, stdout } = await run(data, { PARLEY_PORT: port });
    assert.equal(code, 1);
    assert.match(stdout, /\n✗ permissions {6}1 path open to other users: .*\n {19}→ chmod -R go= /);
    assert.match(stdout, /\n\n3 problems, \d+ warnings?\.\n$/);

    // Not a database: the check that needs it fails, and the others continue.
    rmSync(join(data, 'schema.json'));
    writeFileSync(join(data, 'metadata.sqlite'), 'x'.repeat(5000), { mode: 0o600 });
    const broken = await examine(data);
    assert.match(found(broken, 'metadata'), /^bad: /);
    assert.equal(found(broken, 'metadata schema'), 'ok: Not checked: see above');
    assert.doesNotMatch(broken.stdout, /\bat .*\.ts:\d+/);
  });
});
