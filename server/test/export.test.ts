/** Exports: the same interactions in every format as in the list, and a limited number at a time. */
import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { Interaction, InteractionList } from '@parley/contract';
import { parquetReadObjects } from 'hyparquet';
import { toCsv } from '../src/export/csv.ts';
import { INTERACTION_COLUMNS as COLUMNS } from '../src/export/interaction-columns.ts';
import { bytesFrom, each } from './support/any-record.ts';
import { Browser, PASSWORD } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { nothingWaits } from './support/nothing-waits.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { NO_STORE, READ_TOKEN, startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORE_MS = 60_000;
const LARGE = { count: 16, bytes: 1_500_000 };

describe('an export', () => {
  it('contains what the list shows for the same filters, in every format', async (test) => {
    const proxy = await storeProxy(test);
    const server = await startServer({ data: await tempFolder(), clickhouseUrl: proxy.url });
    test.after(() => server.stop());
    const start = Date.UTC(2025, 5, 1);
    for (let i = 0; i < 30; i++) {
      // Several have the same time and are ordered by id.
      const request = start + Math.floor(i / 3) * 1000;
      const payload = payloadOf(i % 2 ? 'openai' : 'anthropic', 'chat', {
        timestamps: { request, response: request + i },
        session: i % 5 === 0 ? 'other' : `=wanted "${i}"`,
        user: { userId: `user-${i % 4}`, isAuthenticated: 1 },
      });
      assert.equal((await server.post(bytesOf(payload))).status, 200);
    }
    // Larger than a page, so that it is a page of its own.
    const heavy = payloadOf('openai', 'chat', {
      timestamps: { request: start + 500, response: start + 600 },
      request: { model: 'gpt-4o', messages: [{ role: 'user', content: '-river '.repeat(450_000) }] },
    });
    assert.equal((await server.post(bytesOf(heavy))).status, 200);
    await nothingWaits(server, STORE_MS);

    const filters = 'format=openai&from=2025-06-01T00:00:00Z&to=2025-06-01T00:00:09Z';
    const { data } = InteractionList.parse((await server.get(`/v1/interactions?limit=500&${filters}`)).json);
    assert.equal(data.length, 14);
    // A list truncates large texts, an export does not.
    assert.equal(data.filter(({ truncated }) => truncated).length, 1);
    const listed = await Promise.all(
      data.map(async ({ id }) => Interaction.parse((await server.get(`/v1/interactions/${id}`)).json)),
    );

    const jsonl = await server.get(`/v1/export?as=jsonl&${filters}`);
    assert.equal(jsonl.headers.get('content-encoding'), 'gzip', 'fetch accepts gzip');
    assert.match(
      String(jsonl.headers.get('content-disposition')),
      /^attachment; filename="parley-interactions-\d{4}-\d\d-\d\d.jsonl"$/,
    );
    const lines = jsonl.text.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => Interaction.parse(JSON.parse(line))),
      listed,
    );

    const csv = await server.get(`/v1/export?${filters}`);
    assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
    assert.equal(csv.headers.get('cache-control'), 'no-store');
    assert.equal(csv.text, (await bytesFrom(toCsv(each(listed), COLUMNS))).toString('utf8'));

    const parquet = await fetch(`${server.url}/v1/export?as=parquet&${filters}`, {
      headers: { Authorization: `Bearer ${READ_TOKEN}` },
    });
    assert.equal(parquet.headers.get('content-encoding'), null);
    const rows = await parquetReadObjects({
      file: await parquet.arrayBuffer(),
      compressors: { ZSTD: (input) => zstdDecompressSync(input) },
    });
    assert.deepEqual(
      rows.map((row) => COLUMNS.map(({ name }) => plain(row[name]))),
      listed.map((record) => COLUMNS.map(({ of }) => of(record))),
    );

    const nothing = await server.get('/v1/export?as=csv&session=nobody');
    assert.equal(nothing.text, `${COLUMNS.map(({ name }) => name).join(',')}\r\n`);

    // At most two at a time: while two wait for a hanging store, a third is refused.
    proxy.hang();
    const waiting = [server.get('/v1/export'), server.get('/v1/export?as=parquet')];
    await eventually('a third export is refused', async () => {
      const third = await fetch(`${server.url}/v1/export`, {
        headers: { Authorization: `Bearer ${READ_TOKEN}` },
        signal: AbortSignal.timeout(500),
      }).catch(() => null);
      return third?.status === 429;
    });
    proxy.open();
    // Any of them may be the third: each is a refusal or a complete file, and none hangs.
    const [asCsv, asParquet] = await Promise.all(waiting);
    for (const answer of [asCsv, asParquet]) assert.ok([200, 429, 503].includes(answer?.status ?? 0));
    if (asCsv?.status === 200) assert.equal(asCsv.text.match(/\r\n[0-9a-f]{8}-/g)?.length, 31);
    if (asParquet?.status === 200) assert.ok(asParquet.text.endsWith('PAR1'));
  });

  it('ends at once when its reader loses access, and is recognisably incomplete', async (test) => {
    const proxy = await storeProxy(test);
    const env = { PARLEY_INIT_EMAIL: 'owner@example.com', PARLEY_INIT_PASSWORD: PASSWORD };
    const server = await startServer({ data: await tempFolder(), clickhouseUrl: proxy.url, env });
    test.after(() => server.stop());
    // More than the socket buffers hold for a client that does not read.
    for (let i = 0; i < LARGE.count; i++) {
      const content = `${i} ${'river '.repeat(LARGE.bytes / 6)}`;
      const request = { model: 'gpt-4o', messages: [{ role: 'user', content }] };
      assert.equal((await server.post(bytesOf(payloadOf('openai', 'chat', { request })))).status, 200);
    }
    await nothingWaits(server, STORE_MS);
    const owner = await new Browser(server).signIn('owner@example.com');
    const [removed, member] = [
      await owner.invite('removed@example.com'),
      await owner.invite('member@example.com'),
    ];
    const open = async (browser: Browser) => {
      const headers = { Cookie: browser.cookieHeader(), 'Accept-Encoding': 'identity' };
      const response = await new Promise<IncomingMessage>((resolve, reject) =>
        get(`${server.url}/v1/export?as=jsonl`, { headers, agent: false }, resolve).on('error', reject),
      );
      assert.equal(response.statusCode, 200);
      return response;
    };
    const [theirs, others] = [await open(removed), await open(member)];
    // The clients stop reading until one of them is removed.
    await owner.removeMember('removed@example.com');

    await assert.rejects(theirs.toArray(), /aborted|ECONNRESET/);
    const whole = Buffer.concat(await others.toArray()).toString();
    assert.equal(whole.trimEnd().split('\n').length, LARGE.count, 'authorised readers got everything');
    assert.equal(
      (await removed.get('/v1/interactions')).json.data?.toString(),
      '',
      'removed readers got nothing more',
    );
  });

  it('is refused with an error while the store is down, and releases its slot', async (test) => {
    const data = await tempFolder();
    const server = await startServer({ data, clickhouseUrl: NO_STORE, env: { PARLEY_GRACE: '0' } });
    test.after(() => server.stop());
    for (let i = 0; i < 4; i++) {
      const refused = await server.get('/v1/export?as=parquet');
      assert.deepEqual([refused.status, refused.json.code], [503, 'unavailable']);
      assert.equal(refused.headers.get('content-disposition'), null);
    }
    assert.equal((await server.get('/v1/export?as=xlsx')).status, 422);
  });
});

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? Number(value) : value;
}
