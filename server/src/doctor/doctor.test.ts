/** Every check with made-up input: its finding and level. */
import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { SchemaTooNew } from '../base/schema-too-new.ts';
import { encodeHead } from '../envelope/journal-entry.ts';
import { writeCheckpoint } from '../journal/checkpoint.ts';
import { encodeFrame, frameBytes } from '../journal/frame.ts';
import { segmentPath } from '../journal/segments.ts';
import { checkBackup } from './backup-check.ts';
import { checkClickHouse } from './clickhouse-check.ts';
import { checkClock, inspectClock } from './clock-check.ts';
import { checkDamaged, inspectDamaged } from './damaged-check.ts';
import { checkDisk, inspectDisk, roomOn } from './disk-check.ts';
import { checkEngine } from './engine-check.ts';
import { bad, type Finding, ok, warn, worst } from './finding.ts';
import { checkFolder, inspectFolder } from './folder-check.ts';
import { checkGrants, neededGrants } from './grants-check.ts';
import { checkJournal, inspectJournal } from './journal-check.ts';
import { checkNode } from './node-check.ts';
import { checkOpenFiles, inspectLimits } from './open-files-check.ts';
import { checkPermissions, inspectFiles } from './permissions-check.ts';
import { checkPort, inspectPort } from './port-check.ts';
import { checkPostgres } from './postgres-check.ts';
import { checkPriceList } from './price-list-check.ts';
import { NotChecked, runChecks } from './run-checks.ts';
import { checkSchema } from './schema-check.ts';
import { checkServer, inspectServer } from './server-check.ts';
import { checkSystemLogs } from './system-logs-check.ts';
import { checkUnpriced } from './unpriced-check.ts';

const GIB = 2 ** 30;
const levels = (findings: readonly Finding[]) => findings.map(({ level }) => level);

/** Every finding that is not ok has advice. */
function expect(findings: readonly Finding[], ...expected: Finding['level'][]): void {
  assert.deepEqual(levels(findings), expected, JSON.stringify(findings));
  for (const { level, advice } of findings) assert.equal(advice !== null, level !== 'ok');
}

test('the worst finding decides', () => {
  assert.equal(worst([]), 'ok');
  assert.equal(worst([ok('a', ''), warn('b', '', '')]), 'warn');
  assert.equal(worst([warn('b', '', ''), bad('c', '', ''), ok('a', '')]), 'bad');
});

test('a check that fails is a finding, one without anything to check is not, and passwords are masked', async () => {
  const findings = await runChecks([
    { name: 'fails', run: () => Promise.reject(new Error('cannot reach http://joe:hunter2@host:8123/db')) },
    {
      name: 'forbidden',
      run() {
        throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      },
    },
    {
      name: 'absent',
      run() {
        throw new NotChecked('there is none');
      },
    },
    { name: 'fine', run: () => [ok('fine', 'yes')] },
  ]);
  assert.deepEqual(levels(findings), ['bad', 'bad', 'ok', 'ok']);
  assert.equal(findings[0]?.found, 'The check failed: cannot reach http://joe:***@host:8123/db');
  assert.match(String(findings[1]?.advice), /as the user that runs the server/);
  assert.equal(findings[2]?.found, 'Not checked: there is none');
});

test('Node is too old or recent enough', () => {
  expect(checkNode('v24.1.0'), 'ok');
  expect(checkNode('v22.9.0'), 'bad');
});

test('the engine is missing, embedded or remote', () => {
  const library = '@chdb/lib-linux-x64-gnu';
  const platform = 'linux-x64';
  const embedded = { isRemote: false, version: '26.5.1.1' };
  expect(checkEngine({ native: true, wasm: true, library, platform }, embedded), 'ok');
  expect(checkEngine({ native: false, wasm: true, library, platform }, embedded), 'warn');
  expect(
    checkEngine({ native: false, wasm: false, library, platform }, { ...embedded, version: null }),
    'bad',
  );
  expect(
    checkEngine({ native: false, wasm: false, library, platform }, { ...embedded, isRemote: true }),
    'ok',
  );
});

test('on arm64 the advice does not name a package that does not exist there', () => {
  const library = '@chdb/lib-linux-arm64-gnu';
  const engines = { native: false, wasm: true, library, platform: 'linux-arm64' };
  const [finding] = checkEngine(engines, { isRemote: false, version: null });
  assert.equal(finding?.level, 'warn');
  assert.doesNotMatch(finding.advice ?? '', /npm install|@chdb/);
  assert.match(finding.advice ?? '', /no native library for linux-arm64: .*PARLEY_CLICKHOUSE_URL/);
});

test('a missing data folder can or cannot be created', async () => {
  const path = await tempFolder();
  expect(checkFolder(inspectFolder(path)), 'ok');
  const missing = inspectFolder(join(path, 'a', 'b'));
  assert.deepEqual(missing, { path: join(path, 'a', 'b'), there: path, takesWrites: true });
  expect(checkFolder(missing), 'warn');
  expect(checkFolder({ ...missing, path, takesWrites: false }), 'bad');
  const [unwritable] = checkFolder({ ...missing, takesWrites: false });
  assert.equal(unwritable?.level, 'bad');
  assert.match(unwritable.found, /^There is none at .*, and the server cannot make it: \S+ takes no writes$/);
});

test('a disk gets full or runs out of inodes', async () => {
  const disk = { folder: '/data', device: 1, free: 50 * GIB, total: 100 * GIB };
  const inodes = { free: 1e6, total: 2e6 };
  const room = { mustStay: GIB, journalMayTake: 4 * GIB };
  expect(checkDisk({ ...disk, inodes }, room), 'ok', 'ok');
  expect(checkDisk({ ...disk, free: GIB - 1, inodes }, room), 'bad', 'ok');
  expect(checkDisk({ ...disk, free: 2 * GIB, inodes }, room), 'warn', 'ok');
  expect(checkDisk({ ...disk, free: 6 * GIB, inodes }, room), 'warn', 'ok');
  expect(checkDisk({ ...disk, inodes: { ...inodes, free: 10 } }, room), 'ok', 'bad');
  expect(checkDisk({ ...disk, inodes: { ...inodes, free: 10_000 } }, room), 'ok', 'warn');
  expect(checkDisk({ ...disk, inodes: { free: 0, total: 0 } }, room), 'ok', 'ok');
  const [full] = checkDisk({ ...disk, free: GIB / 2, inodes }, room);
  assert.equal(full?.found, '512.0 MiB of 100.0 GiB free (/data); payloads are refused below 1.0 GiB');
  const folder = await tempFolder();
  assert.equal((await inspectDisk(join(folder, 'not', 'yet'))).device, (await inspectDisk(folder)).device);
});

test('the floor and the needs of the store must stay free on a disk', () => {
  const limits = { floor: 100, journalMax: 1000, waiting: 10 };
  const store = { bytes: 50, perWaitingByte: 4 };
  assert.deepEqual(roomOn([], limits, true), { mustStay: 100, journalMayTake: 990 });
  assert.deepEqual(roomOn([store, { bytes: 20, perWaitingByte: 0 }], limits, true), {
    mustStay: 110,
    journalMayTake: 990 * 5,
  });
  assert.deepEqual(roomOn([store], limits, false), { mustStay: 90, journalMayTake: 0 });
});

test('a wrong clock is reported', async () => {
  const now = Date.UTC(2026, 6, 1);
  const other = (aheadMs: number, uncertainMs = 5) => [{ name: 'PostgreSQL', aheadMs, uncertainMs }];
  expect(checkClock({ now, lastWrite: now - 5000, others: [] }), 'ok');
  expect(checkClock({ now: 0, lastWrite: null, others: [] }), 'bad');
  expect(checkClock({ now, lastWrite: now + 3_600_000, others: [] }), 'bad');
  expect(checkClock({ now, lastWrite: null, others: other(-100) }), 'ok');
  expect(checkClock({ now, lastWrite: null, others: other(5000) }), 'warn');
  expect(checkClock({ now, lastWrite: null, others: other(5000, 4000) }), 'ok');
  const [behind] = checkClock({ now, lastWrite: null, others: other(-600_000) });
  assert.deepEqual([behind?.level, behind?.found], ['bad', 'PostgreSQL is 10 minutes behind this machine']);
  const { aheadMs } = await inspectClock('x', async () => Date.now() + 90_000);
  assert.ok(Math.abs(aheadMs - 90_000) < 5000);
});

test('a data folder that others can access is reported', async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, 'journal'), { mode: 0o700 });
  await writeFile(join(folder, 'journal', 'x'), '', { mode: 0o600 });
  const uid = process.getuid?.() ?? 0;
  expect(checkPermissions(inspectFiles(folder), uid), 'ok');
  await chmod(join(folder, 'journal', 'x'), 0o644);
  const [open] = checkPermissions(inspectFiles(folder), uid);
  assert.deepEqual([open?.level, open?.advice], ['bad', `chmod -R go= ${folder} (a start does this, too)`]);
  const entry = (path: string, owner: number) => ({ path, mode: 0o600, uid: owner });
  expect(checkPermissions([entry('/data', 5), entry('/data/x', 5)], 0), 'ok');
  expect(checkPermissions([entry('/data', 5), entry('/data/x', 0)], 0), 'bad');
  expect(checkPermissions([entry('/data', 5)], 6), 'bad');
});

test('a low limit on open files is reported', () => {
  const limits = (soft: string) =>
    `Limit   Soft Limit   Hard Limit   Units\nMax open files   ${soft}   524288   files\n`;
  expect(checkOpenFiles(limits('65536')), 'ok');
  expect(checkOpenFiles(limits('unlimited')), 'ok');
  expect(checkOpenFiles(limits('1024')), 'warn');
  expect(checkOpenFiles(limits('256')), 'bad');
  expect(checkOpenFiles(null), 'ok');
  if (process.platform === 'linux') assert.match(String(inspectLimits('self')), /Max open files/);
});

test('a port is free, ours, or taken', async (t) => {
  const [host, port] = ['127.0.0.1', 4780];
  expect(checkPort({ host, port, state: 'free' }, null), 'ok');
  expect(checkPort({ host, port, state: 'parley' }, 'http://127.0.0.1:4780'), 'ok');
  expect(checkPort({ host, port, state: 'parley' }, null), 'warn');
  for (const state of ['taken', 'forbidden', 'no-address'] as const)
    expect(checkPort({ host, port, state }, null), 'bad');
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  assert.equal((await inspectPort(host, address.port)).state, 'taken');
  assert.equal((await inspectPort(host, 0)).state, 'free');
  assert.equal((await inspectPort('203.0.113.1', 0)).state, 'no-address');
});

test('a server that is not ready or does not answer is reported', async () => {
  const server = { url: 'http://127.0.0.1:9', pid: 1 };
  expect(checkServer({ kind: 'none' }), 'ok');
  expect(checkServer({ kind: 'ready', ...server }), 'ok');
  expect(checkServer({ kind: 'not-ready', ...server, reason: 'Not ready: no room.' }), 'bad');
  expect(checkServer(await inspectServer(server)), 'bad');
  assert.equal((await inspectServer(null)).kind, 'none');
});

test('a schema is current, older, or newer than this version', () => {
  const schema = { what: 'store', taken: 3, known: 3, refusal: null } as const;
  assert.equal(checkSchema(schema)[0]?.found, 'Step 3 of 3');
  const [older] = checkSchema({ ...schema, taken: 2 });
  assert.deepEqual(
    [older?.level, older?.found],
    ['warn', 'Step 2 of 3: made by an older version of Parley; the next start does the rest'],
  );
  expect(checkSchema({ ...schema, taken: 'unknown' }), 'warn');
  expect(checkSchema({ ...schema, taken: 0 }), 'ok');
  const { message: refusal } = new SchemaTooNew('This data folder', { taken: 4, known: 3 });
  const [newer] = checkSchema({ ...schema, taken: 4, refusal });
  assert.deepEqual(newer, {
    check: 'store schema',
    level: 'bad',
    found: 'This data folder was used by a newer version of Parley (schema step 4, this version knows 3).',
    advice: 'Install that version again, or restore a backup that this version made.',
  });
});

test('ClickHouse has a supported version and settings', () => {
  const settings = { readonly: '0', allow_ddl: '1', insert_deduplicate: '1' };
  const server = { server: 'ch:8123', version: '26.5.1.1', settings, limitsRefused: null };
  expect(checkClickHouse(server), 'ok');
  expect(checkClickHouse({ ...server, version: '27.1.1' }), 'ok');
  expect(checkClickHouse({ ...server, version: '25.8.2' }), 'warn');
  expect(checkClickHouse({ ...server, settings: { ...settings, readonly: '1' } }), 'ok', 'bad');
  expect(checkClickHouse({ ...server, settings: { ...settings, insert_deduplicate: '0' } }), 'ok', 'bad');
  expect(checkClickHouse({ ...server, limitsRefused: 'max_memory_usage shouldn’t be changed' }), 'ok', 'bad');
});

test('ClickHouse privileges that are missing are reported', () => {
  const names = (isThere: boolean, isCluster: boolean) =>
    neededGrants('`db`', { isThere, isCluster }).map(({ privilege, on }) => `${privilege} ON ${on}`);
  assert.equal(names(true, false).length, 5);
  assert.ok(names(false, false).includes('CREATE DATABASE ON `db`.*'));
  assert.ok(names(true, true).includes('CLUSTER ON *.*'));
  expect(checkGrants('ch:8123', 'parley', []), 'ok');
  const [missing] = checkGrants('ch:8123', 'parley', [{ privilege: 'ALTER', on: '`db`.*' }]);
  assert.deepEqual([missing?.level, missing?.advice], ['bad', 'GRANT ALTER ON `db`.* TO parley']);
});

test('large system logs of ClickHouse are reported', () => {
  expect(checkSystemLogs('ch:8123', []), 'ok');
  expect(checkSystemLogs('ch:8123', [{ name: 'query_log', bytes: GIB }]), 'ok');
  const [large] = checkSystemLogs('ch:8123', [
    { name: 'query_log', bytes: GIB },
    { name: 'trace_log', bytes: 20 * GIB },
  ]);
  assert.deepEqual(
    [large?.level, large?.found],
    ['warn', 'ch:8123 has 21.0 GiB of its own logs, most in system.trace_log (20.0 GiB)'],
  );
});

test('PostgreSQL has a supported version and answers quickly', () => {
  expect(checkPostgres({ version: 180_002, latencyMs: 1 }), 'ok', 'ok');
  expect(checkPostgres({ version: 120_010, latencyMs: 80 }), 'warn', 'warn');
  assert.deepEqual(
    checkPostgres({ version: 180_002, latencyMs: 0.54 }).map(({ found }) => found),
    ['PostgreSQL 18.2', 'It answers in 0.5 ms'],
  );
});

test('a journal with much waiting is reported', () => {
  const now = Date.UTC(2026, 6, 1);
  const limits = { max: 1000, isRunning: true, now };
  const waiting = { bytes: 10, oldest: now - 1000, checkpoint: null };
  expect(checkJournal({ bytes: 0, oldest: null, checkpoint: null }, limits), 'ok');
  expect(checkJournal(waiting, limits), 'ok');
  expect(checkJournal({ ...waiting, bytes: 600 }, limits), 'warn');
  expect(checkJournal({ ...waiting, bytes: 1000 }, limits), 'bad');
  expect(checkJournal({ ...waiting, oldest: now - 120_000 }, limits), 'bad');
  expect(checkJournal({ ...waiting, oldest: now - 120_000 }, { ...limits, isRunning: false }), 'warn');
  const [lost] = checkJournal({ ...waiting, checkpoint: 'lost' }, { ...limits, isRunning: false });
  assert.match(String(lost?.found), /its checkpoint is lost/);
});

test('waiting bytes are computed from the segments and the checkpoint', async () => {
  const folder = await tempFolder();
  assert.deepEqual(await inspectJournal(folder), { bytes: 0, oldest: null, checkpoint: null });
  const frame = (receivedAt: number) => {
    const parts = [encodeHead({ kind: 'duplicate', id: 'x', appId: 'a', receivedAt })];
    const bytes = Buffer.alloc(frameBytes(parts));
    encodeFrame(bytes, 0, parts);
    return bytes;
  };
  const [first, second, third] = [frame(1000), frame(2000), frame(3000)];
  await writeFile(segmentPath(folder, 1), Buffer.concat([first, second]));
  await writeFile(segmentPath(folder, 2), third);
  const all = first.length + second.length + third.length;
  assert.deepEqual(await inspectJournal(folder), { bytes: all, oldest: 1000, checkpoint: 'lost' });
  const drainedTo = (segment: number, offset: number) =>
    writeCheckpoint(folder, { drained: { segment, offset }, inserting: null });
  await drainedTo(1, first.length);
  assert.deepEqual(await inspectJournal(folder), {
    bytes: all - first.length,
    oldest: 2000,
    checkpoint: null,
  });
  await drainedTo(1, first.length + second.length);
  assert.deepEqual(await inspectJournal(folder), { bytes: third.length, oldest: 3000, checkpoint: null });
  await drainedTo(2, third.length);
  assert.deepEqual(await inspectJournal(folder), { bytes: 0, oldest: null, checkpoint: null });
});

test('damaged frames are reported', async () => {
  const journal = await tempFolder();
  expect(checkDamaged(await inspectDamaged(journal), 0), 'ok');
  await mkdir(join(journal, 'damaged'));
  await writeFile(join(journal, 'damaged', '1-0.bytes'), 'xxx');
  const found = await inspectDamaged(journal);
  assert.deepEqual([found.files, found.bytes], [1, 3]);
  expect(checkDamaged(found, 0), 'warn');
  expect(checkDamaged(found, null), 'warn');
  expect(checkDamaged(found, 2), 'bad');
});

test('models without a price are reported', () => {
  expect(checkUnpriced([]), 'ok');
  const [finding] = checkUnpriced([
    { model: 'm', interactions: 1200 },
    { model: null, interactions: 1 },
  ]);
  assert.deepEqual(
    [finding?.level, finding?.found],
    ['warn', 'No price is known for m (1,200 interactions) and no model (1 interaction)'],
  );
  const many = Array.from({ length: 8 }, (_, i) => ({ model: `m${i}`, interactions: 9 - i }));
  assert.match(checkUnpriced(many)[0]?.found ?? '', /for m0 .*, m4 \(5 interactions\), and 3 others$/);
});

test('an old price list is reported', () => {
  const list = { version: '1.2.3', publishedAt: '2026-01-01T00:00:00.000Z' };
  const [found] = checkPriceList(list, Date.UTC(2026, 1, 1));
  assert.deepEqual(
    [found?.level, found?.found],
    ['ok', 'The price list is 31 days old (genai-prices 1.2.3 of 2026-01-01)'],
  );
  expect(checkPriceList(list, Date.UTC(2026, 4, 30)), 'warn');
  expect(checkPriceList(list, Date.UTC(2025, 11, 31)), 'ok');
});

test('an old or missing backup is reported', async () => {
  const now = Date.UTC(2026, 6, 30);
  const days = (count: number) => async () => ({ finishedAt: now - count * 86_400_000 });
  expect(await checkBackup(async () => null, now), 'warn');
  expect(await checkBackup(days(1), now), 'ok');
  expect(await checkBackup(days(8), now), 'warn');
});
