/** Monitors on two nodes with one PostgreSQL: one judges, the other takes over, and nothing is told twice or never. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Kysely } from 'kysely';
import { openMetadata } from '../src/metadata/database.ts';
import type { Tables } from '../src/metadata/tables.ts';
import { eventually } from './support/eventually.ts';
import { testDatabase } from './support/metadata-address.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const MONITORS = 12;
const KILLS = 2;
/** A lease of a minute, a round, and the patience of a busy machine. */
const TAKEN_OVER_MS = 180_000;
const DEFINITION = {
  ...{ measure: 'interactions', filters: {}, groupBy: 'user', window: '1d', condition: { above: 0 } },
  ...{ steps: null, minimum: 0, for: 0, margin: 0, noData: 'ok', every: null },
};

describe('monitors on two nodes', () => {
  const folders: string[] = [];
  const nodes: TestServer[] = [];
  let clickhouseUrl = '';
  let databaseUrl = '';
  let db: Kysely<Tables>;
  let users = 0;
  const cleanups: (() => void | Promise<void>)[] = [];

  async function start(place: number): Promise<void> {
    const env = { PARLEY_DATABASE_URL: databaseUrl };
    nodes[place] = await startServer({ data: folders[place] ?? '', clickhouseUrl, env });
  }

  before(async () => {
    const hooks = { after: (clean: () => void | Promise<void>) => void cleanups.unshift(clean) };
    clickhouseUrl = (await storeProxy(hooks)).url;
    databaseUrl = await testDatabase(`monitors_nodes_${process.pid}`);
    folders.push(await tempFolder(), await tempFolder());
    for (const place of folders.keys()) await start(place);
    hooks.after(async () => {
      for (const node of nodes) await node.stop();
    });
    const metadata = openMetadata({ kind: 'postgres', url: databaseUrl });
    hooks.after(() => metadata.close());
    db = metadata.db;
    const { id: app } = await db.selectFrom('application').select('id').executeTakeFirstOrThrow();
    const made = { app_id: app, created_by: null, created_at: 0 };
    await db
      .insertInto('channel')
      .values({
        ...{ ...made, id: 'chan_1', kind: 'webhook', name: 'On call', target: '{}', secret: null },
        // Nothing is sent from here.
        ...{ previous_secret: null, previous_secret_until: null, disabled_at: 1, disabled_reason: 'test' },
      })
      .execute();
    for (let i = 0; i < MONITORS; i++) {
      // Different filters: each has a question of its own, so that a round takes a while.
      const definition = JSON.stringify({ ...DEFINITION, filters: { 'not.session': [`none ${i}`] } });
      const row = { id: `mon_${i}`, name: `Monitor ${i}`, definition, next_at: 0 };
      await db
        .insertInto('monitor')
        .values({ ...made, ...row, updated_by: null, updated_at: 0, muted_until: null })
        .execute();
      await db.insertInto('monitor_channel').values({ monitor_id: row.id, channel_id: 'chan_1' }).execute();
    }
  });
  after(async () => {
    for (const clean of cleanups) await clean();
  });

  async function sendNewUser(node: TestServer | undefined): Promise<void> {
    const payload = payloadOf('openai', 'chat', { user: { userId: `user-${users++}` } });
    assert.equal((await node?.post(bytesOf(payload)))?.status, 200);
  }

  /** Monitors are judged every half an hour or so; here they are due all the time. */
  async function allTold(): Promise<boolean> {
    await db.updateTable('monitor').set({ next_at: 1 }).execute();
    const { told } = await db
      .selectFrom('delivery')
      .select((row) => row.fn.countAll<number>().as('told'))
      .executeTakeFirstOrThrow();
    return Number(told) >= MONITORS * users;
  }

  /** Kills the node that judges right now. */
  async function killJudge(): Promise<number> {
    let place = -1;
    await eventually(
      'a node judges',
      async () => {
        await db.updateTable('monitor').set({ next_at: 1 }).execute();
        const lease = await db
          .selectFrom('lease')
          .select('holder')
          .where('name', '=', 'monitors')
          .executeTakeFirst();
        place = folders.findIndex((folder) => nodeIn(folder) === lease?.holder);
        return place >= 0;
      },
      TAKEN_OVER_MS,
    );
    nodes[place]?.signal('SIGKILL');
    await nodes[place]?.ended;
    return place;
  }

  it('tell every change once, while the one that judges is killed', async () => {
    await sendNewUser(nodes[0]);
    await eventually('the first user is told', allTold, TAKEN_OVER_MS);
    for (let kill = 0; kill < KILLS; kill++) {
      await sendNewUser(nodes[kill % 2]);
      const place = await killJudge();
      await sendNewUser(nodes[1 - place]);
      await eventually('the other node has taken over', allTold, TAKEN_OVER_MS);
      await start(place);
    }
    const told = await db.selectFrom('delivery').select(['cause', 'type', 'body']).execute();
    assert.deepEqual(
      [told.length, new Set(told.map(({ cause }) => cause)).size],
      [MONITORS * users, MONITORS * users],
    );
    const pairs = told.map(({ body }) => {
      const { data } = JSON.parse(body);
      return `${data.monitor.id} ${data.group}`;
    });
    assert.equal(new Set(pairs).size, pairs.length, 'each user of each monitor once');
    const changes = await db
      .selectFrom('monitor_change')
      .select(['monitor_id', 'group_value'])
      .where('to_state', '=', 'firing')
      .execute();
    assert.deepEqual(
      changes.map(({ monitor_id, group_value }) => `${monitor_id} ${group_value}`).sort(),
      pairs.sort(),
      'the messages are those of the changes',
    );
  });
});

function nodeIn(folder: string): string {
  return readFileSync(join(folder, 'node-id'), 'utf8').trim();
}
