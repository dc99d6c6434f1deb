/** Tenants do not see each other: every route is called with another tenant's token and session. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Ledger, ROUTES, type Route, type RouteName } from '@parley/contract';
import { createApplication } from '../src/accounts/applications/create-application.ts';
import { createToken } from '../src/accounts/keys/create-token.ts';
import { openMetadata } from '../src/metadata/database.ts';
import { Browser, PASSWORD } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { metadataAddressOf } from './support/metadata-address.ts';
import { bytesOf, type Keys, payloadOf, TEST_KEYS } from './support/payloads.ts';
import { sendScores } from './support/scores.ts';
import { READ_TOKEN, request, startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';
import { unzip } from './support/unzip.ts';

/**
 * What another tenant finds at a route. `own`: only their own data. `hidden`: what the path names does not
 * exist for them. `self`: it concerns the caller and names nobody else. `nobody`: it is the same for
 * everybody. A new route needs a decision here.
 */
type Decision = 'own' | 'hidden' | 'self' | 'nobody';

const DECISIONS: Record<RouteName, Decision> = {
  track: 'hidden',
  exportTraces: 'hidden',
  exportLangfuseTraces: 'hidden',
  exportLogs: 'hidden',
  listInteractions: 'own',
  getInteraction: 'hidden',
  getTrace: 'own',
  getRawInteraction: 'hidden',
  getInteractionTurn: 'hidden',
  getNeighbours: 'hidden',
  exportInteractions: 'own',
  exportDataset: 'own',
  tailInteractions: 'own',
  listSessions: 'own',
  getSession: 'hidden',
  exportSessions: 'own',
  listUsers: 'own',
  getUser: 'hidden',
  listPrompts: 'own',
  getPrompt: 'hidden',
  listUserNames: 'own',
  exportUsers: 'own',
  query: 'own',
  readTogether: 'own',
  explain: 'own',
  listLabels: 'own',
  listUnpricedModels: 'own',
  listViews: 'own',
  createView: 'hidden',
  updateView: 'hidden',
  deleteView: 'hidden',
  listMonitors: 'own',
  createMonitor: 'hidden',
  previewMonitor: 'hidden',
  getMonitor: 'hidden',
  updateMonitor: 'hidden',
  deleteMonitor: 'hidden',
  listReports: 'own',
  createReport: 'hidden',
  updateReport: 'hidden',
  deleteReport: 'hidden',
  sendReport: 'hidden',
  previewReport: 'hidden',
  getMonitorHistory: 'hidden',
  listQueues: 'self',
  createQueue: 'hidden',
  getQueue: 'hidden',
  updateQueue: 'hidden',
  deleteQueue: 'hidden',
  takeItem: 'hidden',
  reviewItem: 'hidden',
  undoReview: 'hidden',
  getAgreement: 'hidden',
  listChannels: 'self',
  createChannel: 'hidden',
  getChannel: 'hidden',
  updateChannel: 'hidden',
  deleteChannel: 'hidden',
  rotateChannel: 'hidden',
  testChannel: 'hidden',
  listDeliveries: 'self',
  retryDelivery: 'hidden',
  sendScores: 'own',
  sendFeedback: 'nobody',
  listScores: 'own',
  listScoreNames: 'own',
  deleteScore: 'hidden',
  getLedger: 'own',
  listRejections: 'own',
  getRawRejection: 'hidden',
  replayRejection: 'hidden',
  listRefusals: 'own',
  listArrivals: 'own',
  getSignInOptions: 'nobody',
  signUp: 'self',
  signIn: 'self',
  signInSecondFactor: 'self',
  signOut: 'self',
  changePassword: 'self',
  requestReset: 'self',
  confirmReset: 'self',
  changeEmail: 'self',
  confirmEmail: 'self',
  listLoginSessions: 'self',
  endLoginSession: 'hidden',
  startSecondFactor: 'self',
  confirmSecondFactor: 'self',
  stopSecondFactor: 'self',
  renewBackupCodes: 'self',
  startOidc: 'nobody',
  finishOidc: 'nobody',
  getMe: 'self',
  changeMe: 'self',
  getAccount: 'hidden',
  renameAccount: 'hidden',
  listMembers: 'hidden',
  changeRole: 'hidden',
  removeMember: 'hidden',
  leaveAccount: 'hidden',
  listInvitations: 'hidden',
  invite: 'hidden',
  revokeInvitation: 'hidden',
  previewInvitation: 'self',
  acceptInvitation: 'self',
  listAudit: 'hidden',
  exportAudit: 'hidden',
  listApplications: 'hidden',
  loadSample: 'hidden',
  createApplication: 'hidden',
  getApplication: 'hidden',
  renameApplication: 'hidden',
  archiveApplication: 'hidden',
  restoreApplication: 'hidden',
  deleteApplication: 'hidden',
  getSettings: 'hidden',
  changeSettings: 'hidden',
  listKeys: 'hidden',
  createKey: 'hidden',
  rotateKey: 'hidden',
  revokeKey: 'hidden',
  listTokens: 'hidden',
  createToken: 'hidden',
  revokeToken: 'hidden',
  listPrices: 'hidden',
  setPrice: 'hidden',
  removePrice: 'hidden',
  health: 'nobody',
  ready: 'nobody',
  metrics: 'nobody',
  getSystem: 'hidden',
  getStatus: 'nobody',
  openapi: 'nobody',
  docs: 'nobody',
  sdk: 'nobody',
  sdkNewest: 'nobody',
  sdkPackage: 'nobody',
};

const OWNER = 'owner-of-first@example.com';
const STORE_MS = 120_000;
const MODEL = 'model-of-first';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
/** A span around model calls. */
const AGENT = {
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: TRACE,
              spanId: 'b7ad6b7169203331',
              name: 'words-of-first',
              attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'invoke_agent' } }],
            },
          ],
        },
      ],
    },
  ],
};

describe('isolation', () => {
  it('is decided for every route', () => {
    assert.deepEqual(Object.keys(DECISIONS).toSorted(), Object.keys(ROUTES).toSorted());
  });

  it("holds at every route, with another tenant's token and session", {
    timeout: 360_000,
  }, async (test) => {
    const { server, first, other } = await twoTenants(test);
    for (const [name, decision] of Object.entries(DECISIONS)) {
      const route: Route = ROUTES[name as RouteName];
      // Routes about the caller are called without a session, since they would sign out or change the
      // password.
      const askers =
        decision === 'self' && route.method !== 'GET' ? [other.byToken] : [other.byToken, other.bySession];
      for (const asker of askers) {
        for (const call of callsOf(route, first, other)) {
          const { status, text } = await ask(server, route, call, asker, other.keys);
          const shown = `${route.method} ${call.path} → ${status} ${text.slice(0, 300)}`;
          assert.ok(status < 500, shown);
          if (decision === 'hidden') assert.ok([401, 403, 404].includes(status), shown);
          if (decision === 'own' && call.names === 'nothing') assert.ok(status === 200, shown);
          if (decision === 'own' && call.names === 'application') assert.equal(status, 403, shown);
          // A refusal may repeat what the caller named, and nothing else.
          for (const secret of first.secrets) assert.ok(!text.includes(secret), `${secret} in ${shown}`);
        }
      }
    }

    // The owner's same calls show that the requested objects exist.
    for (const [name, decision] of Object.entries(DECISIONS)) {
      const route: Route = ROUTES[name as RouteName];
      if (decision === 'nobody' || decision === 'self') continue;
      if (route.method !== 'GET' && name !== 'query' && name !== 'readTogether') continue;
      const asker = route.access.kind === 'application' ? first.byToken : first.bySession;
      const answers = [];
      for (const call of callsOf(route, first, other))
        answers.push(await ask(server, route, call, asker, TEST_KEYS));
      const shows = (text: string) =>
        decision === 'hidden' || first.secrets.some((secret) => text.includes(secret));
      const found = answers.filter(({ status, text }) => status === 200 && shows(text));
      assert.ok(found.length > 0, `${name} shows its owner nothing: ${answers.map(({ status }) => status)}`);
    }
    const left = await server.get('/v1/rejections');
    assert.ok(left.text.includes(first.ids.rejection) && left.text.includes('"replayedAs":null'), left.text);

    await onlyQueues(server, first, other);
  });
});

/** Routes of which a reviewer of the first tenant gets more than a refusal. */
const OF_REVIEWERS: readonly RouteName[] = [
  'getQueue',
  'takeItem',
  'reviewItem',
  'undoReview',
  'leaveAccount',
];

/** The role `reviewer` sees the conversations of its queues, and nothing else. */
async function onlyQueues(server: TestServer, first: First, other: Other): Promise<void> {
  const reviewer = await first.owner.invite('reviewer-of-first@example.com', 'reviewer');
  const asker = sessionOf(reviewer);
  const place = `/v1/review/queues/${first.ids.queueId}`;
  const members = await first.owner.get(`/v1/accounts/${first.ids.accountId}/members`);
  const me = (members.json.data as { personId: string; email: string }[]).find(
    ({ email }) => email === OWNER,
  );
  const assigned = await first.owner.post('/v1/review/queues', {
    app: first.ids.appId,
    name: 'words-of-first for the owner',
    questions: QUESTIONS_ASKED,
    assignees: [me?.personId],
  });
  assert.equal(assigned.status, 200, assigned.text);

  for (const [name, decision] of Object.entries(DECISIONS)) {
    const route: Route = ROUTES[name as RouteName];
    if (decision === 'nobody' || (decision === 'self' && route.method !== 'GET')) continue;
    const isTheirs = OF_REVIEWERS.includes(name as RouteName) || decision === 'self';
    for (const call of isTheirs ? [] : callsOf(route, first, other)) {
      const { status, text } = await ask(server, route, call, asker, other.keys);
      const shown = `${route.method} ${call.path} → ${status} ${text.slice(0, 300)}`;
      assert.ok([401, 403, 404].includes(status), shown);
      for (const secret of first.secrets) assert.ok(!text.includes(secret), `${secret} in ${shown}`);
    }
    if (!route.path.includes(':queueId')) continue;
    const others = { ...first, ids: { ...first.ids, queueId: String(assigned.json.id) } };
    for (const call of callsOf(route, others, other)) {
      const { status } = await ask(server, route, call, asker, other.keys);
      const refused =
        route.access.kind === 'queue' && route.access.permission === 'review:manage' ? 403 : 404;
      assert.equal(status, refused, `${route.method} ${call.path}`);
    }
  }

  const listed = await reviewer.get('/v1/review/queues');
  assert.deepEqual(
    (listed.json.data as { id: string }[]).map(({ id }) => id),
    [first.ids.queueId],
  );
  const { json } = await reviewer.get('/v1/me');
  assert.deepEqual(json.applications, []);
  const taken = await reviewer.post(`${place}/next`);
  assert.match(taken.text, /words-of-first kept/);
  const named = ['user-of-first', 'session-of-first', 'label-of-first', MODEL, OWNER, TEST_KEYS.appKey];
  for (const text of [taken.text, listed.text])
    for (const secret of named) assert.ok(!text.includes(secret), `${secret} in ${text}`);
}

const QUESTIONS_ASKED = [{ name: 'correct', kind: 'boolean', text: 'Correct?' }];

type Ids = Record<'interaction' | 'rejection' | 'score' | 'appId' | 'accountId', string> &
  Record<string, string>;
type Headers = Record<string, string>;
type First = { ids: Ids; secrets: string[]; owner: Browser; byToken: Headers; bySession: Headers };
type Other = { keys: Keys; byToken: Headers; bySession: Headers };
type TenantCall = { path: string; names: 'nothing' | 'application'; body?: unknown };

/** Everything a route can be asked about the first tenant. */
function callsOf(route: Route, { ids }: First, other: Other): TenantCall[] {
  const named: string[] = route.path.includes(':id') ? [ids.interaction, ids.rejection, ids.score] : [''];
  const bodies = questionsOf(route, {}) ?? [bodyFor(route, ids, other)];
  const paths = named.map((id) =>
    route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(name === 'id' ? id : (ids[name] ?? 'x')),
    ),
  );
  const calls = paths.flatMap((path) => bodies.map((body): TenantCall => ({ path, names: 'nothing', body })));
  const more = paths.flatMap((path): TenantCall[] => [
    ...('app' in (route.query?.shape ?? {})
      ? bodies.map((body) => ({ path: `${path}?app=${ids.appId}`, names: 'application' as const, body }))
      : []),
    ...(route.media?.includes('application/x-ndjson') && 'as' in (route.query?.shape ?? {})
      ? [{ path: `${path}?as=jsonl`, names: 'nothing' as const }]
      : []),
  ]);
  const asked = questionsOf(route, { app: ids.appId }) ?? [];
  return [
    ...calls,
    ...more,
    ...asked.map((body): TenantCall => ({ path: route.path, names: 'application', body })),
  ];
}

const QUESTIONS = [
  { measures: ['interactions', 'users', 'sessions', 'costUsd'], dimensions: ['user', 'session', 'model'] },
  { measures: ['interactions'], dimensions: ['app'], bucket: 'day' },
  { measures: ['score.helpful.count'], dimensions: ['session', 'score.helpful'] },
];

/** Bodies of the routes that measure and read; undefined for others. */
function questionsOf({ path }: Route, filters: { app?: string }): object[] | undefined {
  const asked = QUESTIONS.map((question) => ({ ...question, filters }));
  if (path === '/v1/query') return asked;
  if (path === '/v1/explain') return [{ measure: 'costUsd', filters }];
  if (path !== '/v1/reads') return undefined;
  const lists = ['listInteractions', 'listSessions', 'listUsers', 'listLabels', 'listScoreNames'];
  return [
    ...asked.map((input) => ({ reads: [{ key: 'asked', read: 'query', input }] })),
    ...lists.map((read) => ({ reads: [{ key: 'listed', read, input: filters }] })),
  ];
}

const NAMING_APPLICATION = [
  '/v1/views',
  '/v1/review/queues',
  '/v1/monitors',
  '/v1/monitors/preview',
  '/v1/reports',
  '/v1/channels',
];

/** Keys of two tenants do not match; views, queues, monitors and channels name their application; other bodies are never read. */
function bodyFor(route: Route, { appId }: Ids, { keys }: Other): unknown {
  if (route.access.kind === 'keys' && route.access.in === 'payload')
    return payloadOf('openai', 'chat', {}, { appKey: TEST_KEYS.appKey, apiKey: keys.apiKey });
  if (NAMING_APPLICATION.includes(route.path) && route.body) return { ...Object(route.example), app: appId };
  return route.body ? (route.example ?? {}) : undefined;
}

async function ask(server: TestServer, route: Route, { path, body }: TenantCall, asker: Headers, keys: Keys) {
  const url = server.url + path;
  if (route.media?.includes('text/event-stream')) return follow(server, url, asker, keys);
  if (route.media?.includes('application/zip')) return unpacked(url, asker);
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return request(url, {
    method: route.method,
    headers: { ...asker, ...json, ...keysFor(route, keys) },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
  });
}

/** The texts of an archive, which would hide them. */
async function unpacked(url: string, headers: Headers) {
  const response = await fetch(url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = response.status === 200 ? [...unzip(bytes).values()].join('\n') : bytes.toString();
  return { status: response.status, text };
}

function keysFor({ access }: Route, keys: Keys): Headers {
  if (access.kind !== 'keys' || access.in !== 'headers') return {};
  return { 'x-parley-app-key': TEST_KEYS.appKey, 'x-parley-api-key': keys.apiKey };
}

/** Reads the tail until the caller's own new interaction arrives, after one of the first tenant. */
async function follow(server: TestServer, url: string, headers: Headers, keys: Keys) {
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: stop.signal });
  let text = '';
  if (response.status !== 200 || !response.body)
    return { status: response.status, text: await response.text() };
  await server.post(bytesOf(firstPayload(`live ${Math.random()}`)));
  await sendScores(server, {
    session: 'session-of-first',
    name: 'helpful',
    value: true,
    comment: 'words-of-first',
  });
  const mine = await server.post(bytesOf(payloadOf('openai', 'chat', { session: 'live' }, keys)));
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(String(mine.json.id))) break;
  }
  stop.abort();
  return { status: response.status, text };
}

/** An interaction of a model without a price. */
function firstPayload(text: string) {
  const payload = payloadOf('openai', 'chat', {
    labels: { feature: 'label-of-first', prompt: 'words-of-first prompt' },
    session: 'session-of-first',
    user: { userId: 'user-of-first' },
    request: { model: MODEL, messages: [{ role: 'user', content: `words-of-first ${text}` }] },
  });
  return { ...payload, response: { ...Object(payload.response), model: MODEL } };
}

async function twoTenants(test: TestContext): Promise<{ server: TestServer; first: First; other: Other }> {
  const { url: clickhouseUrl } = await storeProxy(test);
  const data = await tempFolder();
  const env = { PARLEY_INIT_EMAIL: OWNER, PARLEY_INIT_PASSWORD: PASSWORD };
  const server = await startServer({ data, clickhouseUrl, env });
  test.after(() => server.stop());
  const other = await stranger(server, data);

  const kept = await server.post(bytesOf(firstPayload('kept')));
  const refused = await server.post(bytesOf({ ...firstPayload('refused'), session: ['session-of-first'] }));
  const own = await server.post(bytesOf(payloadOf('openai', 'chat', { session: 'own' }, other.keys)));
  const traced = await request(`${server.url}/v1/traces`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'x-parley-app-key': TEST_KEYS.appKey,
      'x-parley-api-key': TEST_KEYS.apiKey,
    },
    body: JSON.stringify(AGENT),
  });
  const scored = await sendScores(server, {
    session: 'session-of-first',
    name: 'helpful',
    value: true,
    comment: 'words-of-first',
  });
  assert.deepEqual(
    [kept, refused, own, traced, scored].map(({ status }) => status),
    [200, 422, 200, 200, 200],
  );
  await eventually(
    'everything is in the store',
    async () =>
      Ledger.parse((await server.get('/v1/ledger')).json).data.every(({ waiting }) => waiting === 0),
    STORE_MS,
  );
  return {
    server,
    other,
    first: await firstTenant(server, String(kept.json.id), String(Object(scored.json.ids)[0])),
  };
}

/** A second tenant: an account, an application, a token and a person. */
async function stranger(server: TestServer, data: string): Promise<Other> {
  const person = await new Browser(server).signUp('stranger@example.com');
  const accountId = /"(acc_\w+)"/.exec((await person.get('/v1/me')).text)?.[1] ?? '';
  const metadata = openMetadata(metadataAddressOf(data));
  const application = await createApplication(metadata.db, { name: 'Another', accountId });
  const { token } = await createToken(metadata.db, {
    appId: application.id,
    name: 'another',
    scopes: ['read', 'replay', 'score'],
  });
  await metadata.close();
  return { keys: application, byToken: { Authorization: `Bearer ${token}` }, bySession: sessionOf(person) };
}

function sessionOf(person: Browser): Headers {
  return { Cookie: person.cookieHeader(), Origin: person.url };
}

/** The ids of everything the first tenant has, and texts that nobody else may read. */
async function firstTenant(server: TestServer, interaction: string, score: string): Promise<First> {
  const byToken = { Authorization: `Bearer ${READ_TOKEN}` };
  const owner = await new Browser(server).signIn(OWNER);
  const get = async (path: string) => (await owner.get(path)).text;
  const idIn = (text: string, prefix: string) =>
    new RegExp(`"(${prefix}_\\w+)"`).exec(text)?.[1] ?? `no ${prefix}`;
  const rejections = (await server.get('/v1/rejections')).text;
  const rejection = /"id":"([^"]+)"/.exec(rejections)?.[1] ?? 'no rejection';
  const appId = idIn((await server.get('/v1/ledger')).text, 'app');
  const accountId = idIn(await get('/v1/me'), 'acc');
  const invited = await owner.post(`/v1/accounts/${accountId}/invitations`, {
    email: 'guest-of-first@example.com',
    role: 'viewer',
  });
  const priced = await owner.send('PUT', `/v1/applications/${appId}/prices`, {
    model: MODEL,
    input: 1,
    output: 2,
  });
  const viewed = await owner.post('/v1/views', {
    app: appId,
    name: 'words-of-first',
    page: 'errors',
    search: {},
    shared: true,
  });
  const queued = await owner.post('/v1/review/queues', {
    app: appId,
    name: 'words-of-first',
    filters: { session: 'session-of-first' },
    order: 'asc',
    questions: QUESTIONS_ASKED,
  });
  const watched = await owner.post('/v1/monitors', {
    app: appId,
    name: 'words-of-first',
    measure: 'interactions',
    filters: { session: 'session-of-first' },
    window: '5m',
    condition: { above: 1 },
  });
  const reported = await owner.post('/v1/reports', {
    app: appId,
    name: 'words-of-first',
    filters: { session: 'session-of-first' },
    schedule: 'weekly',
  });
  const channel = await owner.post('/v1/channels', {
    app: appId,
    kind: 'webhook',
    name: 'words-of-first',
    url: 'https://receiver-of-first.invalid/hook',
  });
  const sent = await owner.post(`/v1/channels/${channel.json.id}/test`);
  const made = [invited, priced, viewed, queued, watched, reported, channel, sent];
  for (const { status, text } of made) assert.equal(status, 200, text);
  const ids: Ids = {
    interaction,
    score,
    rejection,
    appId,
    accountId,
    key: 'user-of-first',
    prompt: 'words-of-first prompt',
    file: 'style.css',
    keyId: idIn(await get(`/v1/applications/${appId}/keys`), 'key'),
    tokenId: idIn(await get(`/v1/applications/${appId}/tokens`), 'tok'),
    memberId: idIn(await get(`/v1/accounts/${accountId}/members`), 'mem'),
    sessionId: idIn(await get('/v1/auth/sessions'), 'log'),
    invitationId: idIn(invited.text, 'inv'),
    priceId: idIn(await get(`/v1/applications/${appId}/prices`), 'price'),
    traceId: TRACE,
    viewId: idIn(viewed.text, 'view'),
    queueId: idIn(queued.text, 'queue'),
    channelId: idIn(channel.text, 'chan'),
    deliveryId: idIn(sent.text, 'msg'),
    monitorId: idIn(watched.text, 'mon'),
    reportId: idIn(reported.text, 'rep'),
    target: interaction,
  };
  for (const [name, id] of Object.entries(ids)) assert.ok(!id.startsWith('no '), name);
  const words = [
    'session-of-first',
    'words-of-first',
    'guest-of-first',
    OWNER,
    MODEL,
    TEST_KEYS.appKey,
    'label-of-first',
  ];
  const { key, file, ...secretIds } = ids;
  const secrets = [...words, ...Object.values(secretIds)];
  return { ids, secrets, owner, byToken, bySession: sessionOf(owner) };
}
