/** Exports of sessions and users: the rows of the lists, in the requested order, page by page. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { Session, SessionList, UserList, UserSummary } from '@parley/contract';
import { parquetReadObjects } from 'hyparquet';
import type { Column } from '../src/export/column.ts';
import { toCsv } from '../src/export/csv.ts';
import { SESSION_COLUMNS } from '../src/export/session-columns.ts';
import { USER_COLUMNS } from '../src/export/user-columns.ts';
import { bytesFrom, each } from './support/any-record.ts';
import { nothingWaits } from './support/nothing-waits.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { READ_TOKEN, startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORE_MS = 60_000;
const START = Date.UTC(2025, 5, 1);

describe('an export of a list', () => {
  const cleanups: (() => unknown)[] = [];
  let server: TestServer;

  before(async () => {
    const proxy = await storeProxy({ after: (clean) => void cleanups.push(clean) });
    server = await startServer({ data: await tempFolder(), clickhouseUrl: proxy.url });
    cleanups.push(() => server.stop());
    for (let i = 0; i < 24; i++) {
      const request = START + i * 1000;
      const payload = payloadOf('openai', 'chat', {
        timestamps: { request, response: request + i },
        session: `session ${i % 6}`,
        user: i % 3 === 0 ? undefined : { userId: `user-${i % 4}`, firstName: '=1+1', isAuthenticated: 1 },
        request: { model: 'gpt-4o', messages: [{ role: 'user', content: `=SUM(A1) "${i % 6}", please` }] },
      });
      assert.equal((await server.post(bytesOf(payload))).status, 200);
    }
    await nothingWaits(server, STORE_MS);
  });

  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  /** The same query as a list and as files. */
  async function assertFiles<R>(
    name: string,
    query: string,
    columns: readonly Column<R>[],
    listed: readonly R[],
    parse: (line: unknown) => R,
  ): Promise<void> {
    const jsonl = await server.get(`/v1/export/${name}?as=jsonl&${query}`);
    const disposition = new RegExp(`^attachment; filename="parley-${name}-\\d{4}-\\d\\d-\\d\\d.jsonl"$`);
    assert.match(String(jsonl.headers.get('content-disposition')), disposition);
    const lines = jsonl.text.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => parse(JSON.parse(line))),
      listed,
    );
    const csv = await server.get(`/v1/export/${name}?${query}`);
    assert.equal(csv.text, (await bytesFrom(toCsv(each(listed), columns))).toString('utf8'));
    const parquet = await fetch(`${server.url}/v1/export/${name}?as=parquet&${query}`, {
      headers: { Authorization: `Bearer ${READ_TOKEN}` },
    });
    const rows = await parquetReadObjects({
      file: await parquet.arrayBuffer(),
      compressors: { ZSTD: (input) => zstdDecompressSync(input) },
    });
    assert.deepEqual(
      rows.map((row) => columns.map((column) => plain(row[column.name]))),
      listed.map((record) => columns.map(({ of }) => of(record))),
    );
  }

  it('contains the sessions with their titles, and no formulas', async () => {
    for (const query of [
      'orderBy=startedAt&order=asc',
      'user=user-1&state=ended',
      'from=2025-06-01T00:00:20Z',
    ]) {
      const { data } = SessionList.parse((await server.get(`/v1/sessions?limit=500&${query}`)).json);
      assert.ok(data.length > 1, query);
      assert.match(data[0]?.title ?? '', /^=SUM\(A1\) "\d", please$/);
      await assertFiles('sessions', query, SESSION_COLUMNS, data, (line) => Session.parse(line));
    }
    const { text } = await server.get('/v1/export/sessions');
    assert.match(text, /,"'=SUM\(A1\) ""\d"", please",/);
  });

  it('contains the users up to the limit, and no formulas in their names', async () => {
    for (const query of ['identified=true&orderBy=interactions', 'order=asc', 'session=session 1']) {
      const { data } = UserList.parse((await server.get(`/v1/users?limit=500&${query}`)).json);
      assert.ok(data.length > 1, query);
      await assertFiles('users', query, USER_COLUMNS, data, (line) => UserSummary.parse(line));
    }
    assert.match((await server.get('/v1/export/users?identified=true')).text, /,'=1\+1,/);
  });

  it('contains only the sessions and interactions that are named by id', async () => {
    const { data } = SessionList.parse((await server.get('/v1/sessions')).json);
    const chosen = data.filter((_, i) => i === 1 || i === 4);
    const ids = chosen.map(({ id }) => `id=${id}`).join('&');
    await assertFiles('sessions', ids, SESSION_COLUMNS, chosen, (line) => Session.parse(line));

    const one = chosen[0]?.id ?? '';
    const unknown = '0197296a-7c00-7000-8000-00000000ffff';
    const { text } = await server.get(`/v1/export?as=jsonl&id=${one}&id=${unknown}`);
    assert.deepEqual(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
      [one],
    );
    const tooMany = Array.from({ length: 101 }, () => `id=${one}`).join('&');
    for (const query of ['id=1', 'id=', tooMany])
      for (const path of ['export', 'export/sessions'])
        assert.equal((await server.get(`/v1/${path}?${query}`)).status, 422, `${path} ${query.slice(0, 50)}`);
  });

  it('is only a header if nothing matches, and is refused for unknown parameters', async () => {
    const nothing = await server.get('/v1/export/sessions?session=nobody');
    assert.equal(nothing.text, `${SESSION_COLUMNS.map(({ name }) => name).join(',')}\r\n`);
    for (const path of ['sessions?limit=3', 'sessions?orderBy=name', 'users?cursor=x', 'users?as=xlsx'])
      assert.equal((await server.get(`/v1/export/${path}`)).status, 422, path);
    const stranger = await fetch(`${server.url}/v1/export/users`);
    assert.equal(stranger.status, 401);
  });
});

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? Number(value) : value;
}
