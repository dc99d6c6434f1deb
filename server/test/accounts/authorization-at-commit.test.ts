/**
 * Permissions are checked in the transaction that makes the change: between the request and its turn, a
 * person may lose a role, be removed or be signed out. Here another process holds the lock and does exactly
 * that.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { may, ROUTES, type Route } from '@parley/contract';
import { type Kysely, sql } from 'kysely';
import { lockRevision } from '../../src/metadata/revision.ts';
import type { Tables } from '../../src/metadata/tables.ts';
import { allRows } from '../support/all-rows.ts';
import { type Answer, Browser, PASSWORD } from '../support/browser.ts';
import { type ConsoleServer, consoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { type ChangeStep, everyChange } from '../support/every-change.ts';
import { ON_POSTGRES } from '../support/metadata-address.ts';
import { metadataOf } from '../support/metadata-of.ts';

const accessOf = ({ route }: ChangeStep) => (ROUTES[route] as Route).access;
const PAST = '2000-01-01T00:00:00.000Z';
const FUTURE = '2100-01-01T00:00:00.000Z';

/** Makes a change after the request was admitted and before its transaction begins; returns the response. */
async function meanwhile(
  server: ConsoleServer,
  db: Kysely<Tables>,
  what: (tx: Kysely<Tables>) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const tx = await db.startTransaction().execute();
  await lockRevision(tx);
  await what(tx);
  const answer = call();
  await eventually('the server waits for the lock', () => waitsForTurn(server, db));
  await tx.commit().execute();
  return answer;
}

async function waitsForTurn(server: ConsoleServer, db: Kysely<Tables>): Promise<boolean> {
  if (ON_POSTGRES) {
    const waiting = sql`SELECT 1 FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await waiting.execute(db)).rows.length > 0;
  }
  // With SQLite, a server that waits for the lock answers no request. One that is merely slow answers one of several.
  for (let i = 0; i < 4; i++) {
    const answers = await fetch(`${server.url}/health`, { signal: AbortSignal.timeout(150) }).then(
      () => true,
      () => false,
    );
    if (answers) return false;
  }
  return true;
}

describe('a change', () => {
  it('is refused if the person has lost the role or the membership by then', async (test) => {
    const { server, accountId, steps } = await everyChange(test);
    const db = metadataOf(test, server);
    let tried = 0;
    for (const step of steps) {
      const access = accessOf(step);
      if (access.kind !== 'member' && access.kind !== 'queue') continue;
      const me = (await step.by.get('/v1/me')).json as { person: { id: string } };
      const member = await db
        .selectFrom('member')
        .selectAll()
        .where('person_id', '=', me.person.id)
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      const before = await allRows(db);
      if (!may('viewer', access.permission)) {
        const demote = (tx: Kysely<Tables>) =>
          tx.updateTable('member').set({ role: 'viewer' }).where('id', '=', member.id).execute();
        const { status, json } = await meanwhile(server, db, demote, step.call);
        assert.deepEqual([status, json.code], [403, 'forbidden'], step.route);
        await db.updateTable('member').set({ role: member.role }).where('id', '=', member.id).execute();
      }
      const remove = (tx: Kysely<Tables>) => tx.deleteFrom('member').where('id', '=', member.id).execute();
      const { status, json } = await meanwhile(server, db, remove, step.call);
      assert.deepEqual([status, json.code], [404, 'not_found'], step.route);
      await db.insertInto('member').values(member).execute();
      assert.deepEqual(ordered(await allRows(db)), ordered(before), `${step.route} changed something`);
      tried++;
    }
    assert.equal(tried, 22);
  });

  it('is refused if the person was signed out by then', async (test) => {
    const { server, steps } = await everyChange(test);
    const db = metadataOf(test, server);
    const setEnd = (at: string) => (tx: Kysely<Tables>) =>
      tx.updateTable('login').set({ expires_at: at }).execute();
    for (const { route, prepare, call, ...step } of steps) {
      await prepare?.();
      const { kind } = accessOf({ route, call, ...step });
      if (kind === 'member' || kind === 'login' || kind === 'queue') {
        const before = await allRows(db);
        const { status, json } = await meanwhile(server, db, setEnd(PAST), call);
        assert.deepEqual([status, json.code], [401, 'invalid_credentials'], route);
        const after = await allRows(db);
        assert.deepEqual({ ...after, login: [] }, { ...before, login: [] }, `${route} changed something`);
        await setEnd(FUTURE)(db);
      }
      const made = await call();
      assert.ok(made.status < 400, `${route}: ${made.text}`);
    }
  });

  it('of a password is not undone by a sign-in that began with the old one', async (test) => {
    const server = await consoleServer(test);
    const db = metadataOf(test, server);
    await new Browser(server).signUp('ann@example.com');
    await new Browser(server).signUp('bob@example.com');
    const hashes = await db
      .selectFrom('credential')
      .innerJoin('person', 'person.id', 'credential.person_id')
      .select(['credential.id', 'password_hash', 'email'])
      .orderBy('email')
      .execute();
    const [ann, bob] = hashes;
    const thief = new Browser(server);
    const answer = await meanwhile(
      server,
      db,
      (tx) =>
        tx
          .updateTable('credential')
          .set({ password_hash: bob?.password_hash ?? null })
          .where('id', '=', ann?.id ?? '')
          .execute(),
      () => thief.post('/v1/auth/sign-in', { email: 'ann@example.com', password: PASSWORD }),
    );
    assert.deepEqual([answer.status, answer.headers.getSetCookie()], [401, []]);
    assert.equal((await thief.get('/v1/me')).status, 401);
  });
});

/** A row that was deleted and inserted again has another position. */
function ordered(tables: Record<string, unknown[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]),
  );
}
