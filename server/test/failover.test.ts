/** One ClickHouse behind two proxies, which are closed in turn. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { storedIds } from './support/all-stored.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

it('any one of several ClickHouse servers is enough', async (test) => {
  const [first, second] = [await storeProxy(test), await storeProxy(test)];
  // The same database through another proxy.
  const other = new URL(second.url);
  other.pathname = new URL(first.url).pathname;
  first.close();
  const server = await startServer({
    data: await tempFolder(),
    clickhouseUrl: `${first.url}?max_threads=2,${other.href}?max_threads=2`,
  });
  test.after(() => server.stop());
  const ids: string[] = [];
  const stored = async (text: string) => {
    const { status, json } = await server.post(bytesOf(payloadOf('openai', 'chat', { session: text })));
    assert.equal(status, 200);
    ids.push(String(json.id));
    await eventually(
      `${text}: it is stored, and can be read`,
      async () => {
        const found = await storedIds(server).catch((): string[] => []);
        return ids.every((id) => found.includes(id));
      },
      120_000,
    );
  };
  await stored('the first is closed');
  first.open();
  second.close();
  await stored('the second is closed');
  assert.deepEqual((await storedIds(server)).toSorted(), ids.toSorted());
});
