/** The table of roles, checked against every route. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { MEMBER_ROLES, type MemberRole, may, PERMISSIONS, ROUTES, type Route } from '@parley/contract';
import { SCOPE_PERMISSIONS } from '../../src/http/asker.ts';
import { Browser } from '../support/browser.ts';
import { sharedConsoleServer } from '../support/console-server.ts';
import { READ_TOKEN } from '../support/server-process.ts';

const ID = '00000000-0000-7000-8000-000000000000';
const routes: [string, Route][] = Object.entries(ROUTES);

describe('the table of roles', () => {
  const shared = sharedConsoleServer();
  const people = new Map<MemberRole | 'outsider', Browser>();
  let accountId = '';
  let appId = '';
  let queueId = '';

  before(async () => {
    const server = shared();
    const owner = await new Browser(server).signUp('owner@example.com');
    people.set('owner', owner).set('outsider', await new Browser(server).signUp('outsider@example.com'));
    accountId = await owner.account();
    appId = (await owner.createApplication()).id;
    queueId = await createQueue();
    for (const role of ['admin', 'member', 'viewer', 'reviewer'] as const) {
      const { json } = await owner.post(`/v1/accounts/${accountId}/invitations`, { role });
      const invitation = String(json.link).split('#token=')[1];
      people.set(role, await new Browser(server).signUp(`${role}@example.com`, { invitation }));
    }
  });

  async function createQueue(): Promise<string> {
    const questions = [{ name: 'correct', kind: 'boolean', text: 'Correct?' }];
    const answer = await person('owner').post('/v1/review/queues', { app: appId, name: 'All', questions });
    assert.equal(answer.status, 200, answer.text);
    return String(answer.json.id);
  }

  /** Calls that change nothing: an invalid body, an unknown id, or a queue that is made to be deleted. */
  async function ask(who: Browser, { method, path, body, access }: Route, headers = {}) {
    const deletesQueue = method === 'DELETE' && path.endsWith(':queueId');
    const named: Record<string, string> = {
      accountId,
      appId,
      queueId: deletesQueue ? await createQueue() : queueId,
    };
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => named[name] ?? ID);
    const app =
      access.kind === 'application' && method === 'GET' && !path.includes(':') ? `?app=${appId}` : '';
    return who.send(method, `${filled}${app}`, body ? {} : undefined, headers);
  }

  const person = (who: MemberRole | 'outsider') => {
    const browser = people.get(who);
    assert.ok(browser);
    return browser;
  };

  for (const [name, route] of routes) {
    const { access } = route;
    if (access.kind === 'public' || access.kind === 'keys') continue;

    it(`refuses ${name} without a session`, async () => {
      const answer = await ask(new Browser(shared()), route);
      assert.deepEqual([answer.status, answer.json.code], [401, 'invalid_credentials'], answer.text);
    });

    if (access.kind === 'login') continue;
    const permission = access.kind === 'application' ? SCOPE_PERMISSIONS[access.scope] : access.permission;
    // A member who leaves is gone, so that leaving is tested only with the last owner.
    const roles = name === 'leaveAccount' || route.media?.includes('text/event-stream') ? [] : MEMBER_ROLES;
    for (const role of roles) {
      const allowed = may(role, permission);
      it(`${allowed ? 'permits' : 'refuses'} ${name} to the role ${role}`, async () => {
        const answer = await ask(person(role), route);
        if (allowed) assert.ok(answer.status !== 401 && answer.status !== 403, answer.text);
        else assert.deepEqual([answer.status, answer.json.code], [403, 'forbidden'], answer.text);
      });
    }

    if (access.kind === 'member' || access.kind === 'queue') {
      it(`hides ${name} of an account from people outside it`, async () => {
        const answer = await ask(person('outsider'), route);
        assert.deepEqual([answer.status, answer.json.code], [404, 'not_found'], answer.text);
      });

      it(`refuses a read token for ${name}`, async () => {
        const answer = await ask(new Browser(shared()), route, { Authorization: `Bearer ${READ_TOKEN}` });
        assert.equal(answer.status, 401);
      });
    }
  }

  it('hides applications from other accounts', async () => {
    const answer = await person('outsider').get(`/v1/ledger?app=${appId}`);
    assert.deepEqual([answer.status, answer.json.code], [403, 'forbidden']);
    assert.deepEqual((await person('outsider').get('/v1/ledger')).json, { data: [] });
    assert.equal((await person('viewer').get(`/v1/ledger?app=${appId}`)).status, 200);
  });

  it('names an audit action for every change by a known person', () => {
    for (const [name, { method, access, audit }] of routes) {
      // What reviewers do with items is kept with the items, and their answers are scores with an author.
      const reviews = access.kind === 'queue' && access.permission === 'review:answer';
      const changes = method !== 'GET' && ['login', 'member', 'queue'].includes(access.kind) && !reviews;
      if (changes) assert.ok(audit, name);
    }
  });

  it('is the table in docs/security.md', () => {
    const text = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');
    const rows = Object.entries(PERMISSIONS).map(([permission, { roles, meaning }]) => {
      const marks = MEMBER_ROLES.map((role) =>
        (roles as readonly MemberRole[]).includes(role) ? 'yes' : '–',
      );
      return `| ${meaning} (\`${permission}\`) | ${marks.join(' | ')} |`;
    });
    const shown = text.split('\n').filter((line) => /\(`[a-z]+:[a-z]+`\) \|/.test(line));
    assert.deepEqual(shown, rows);
  });
});
