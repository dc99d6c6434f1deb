/** A valid call of every route that changes something, in an order in which all of them succeed. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { ROUTES, type RouteName } from '@parley/contract';
import { type Answer, Browser, PASSWORD } from './browser.ts';
import { failedMessage } from './channels.ts';
import { type ConsoleServer, consoleServer } from './console-server.ts';
import { eventually } from './eventually.ts';
import { metadataOf } from './metadata-of.ts';
import { OIDC_CLIENT, oidcServer } from './oidc-server.ts';
import { receiver } from './receiver.ts';
import { nextTotp, secretIn, totp } from './totp.ts';

export type ChangeStep = {
  route: RouteName;
  /** Browser whose session the call uses, if it uses one. */
  by: Browser;
  /** Runs once before the call. */
  prepare?: () => Promise<unknown>;
  call: () => Promise<Answer>;
};

export type EveryChange = { server: ConsoleServer; accountId: string; steps: ChangeStep[] };

const tokenIn = (link: unknown) => String(link).split('#token=')[1] ?? '';

export async function everyChange(test: Pick<TestContext, 'after'>): Promise<EveryChange> {
  const provider = await oidcServer(test);
  const server = await consoleServer(test, {
    PARLEY_OIDC_ISSUER: provider.issuer,
    PARLEY_OIDC_CLIENT_ID: OIDC_CLIENT.id,
    PARLEY_OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    PARLEY_WEBHOOK_PRIVATE: 'allow',
  });
  const signUp = (name: string, more = {}) => new Browser(server).signUp(`${name}@example.com`, more);
  const linkInLog = async (page: string) => {
    const found = () => new RegExp(`${page}#token=([^"]+)`).exec(server.output())?.[1];
    await eventually('the link is in the log', () => found() !== undefined);
    return found();
  };

  const owner = await signUp('owner');
  const accountId = await owner.account();
  const account = `/v1/accounts/${accountId}`;
  const invite = async (role: string) => (await owner.post(`${account}/invitations`, { role })).json;
  const joined = async (name: string, role: string) =>
    signUp(name, { invitation: tokenIn((await invite(role)).link) });
  await joined('member', 'member');
  const secondOwner = await joined('second', 'owner');
  const members = (await owner.get(`${account}/members`)).json.data as { id: string; email: string }[];
  const member = `${account}/members/${members.find(({ email }) => email === 'member@example.com')?.id}`;
  const revoked = await invite('viewer');
  const guest = await signUp('guest');
  const offered = tokenIn((await invite('viewer')).link);

  const { id: appId, keyId } = await owner.createApplication();
  const app = `/v1/applications/${appId}`;
  const secondKey = (await owner.post(`${app}/keys`, { name: 'Second' })).json.keyId;
  const readToken = (await owner.post(`${app}/tokens`, { name: 'Reports' })).json.id;
  const price = { model: 'some-model', input: 1, output: 2 };
  const priceId = (await owner.send('PUT', `${app}/prices`, price)).json.id;

  const view = { app: appId, name: 'Errors', page: 'errors', search: { range: '7d' } };
  const viewId = (await owner.post('/v1/views', view)).json.id;

  const queue = { app: appId, name: 'All', questions: [{ name: 'ok', kind: 'boolean', text: 'Fine?' }] };
  const queuePath = `/v1/review/queues/${(await owner.post('/v1/review/queues', queue)).json.id}`;

  const { url } = await receiver(test);
  const channel = { app: appId, kind: 'webhook', name: 'Ops', url };
  const channelId = String((await owner.post('/v1/channels', channel)).json.id);
  const channelPath = `/v1/channels/${channelId}`;
  const deliveryId = await failedMessage(metadataOf(test, server), { app: appId, channel: channelId });
  /** Once it is delivered, the server no longer writes beside the next change. */
  const delivered = async (sending: Promise<Answer>) => {
    const answer = await sending;
    if (answer.status === 200)
      await eventually('it is delivered', async () => {
        const { data } = (await owner.get('/v1/deliveries?state=waiting')).json;
        return Array.isArray(data) && data.length === 0;
      });
    return answer;
  };
  const monitor = {
    app: appId,
    name: 'Traffic',
    measure: 'interactions',
    window: '1h',
    condition: { below: 1 },
    // A monitor that is judged changes the metadata by itself.
    enabled: false,
  };
  const monitorPath = `/v1/monitors/${(await owner.post('/v1/monitors', monitor)).json.id}`;

  const report = { app: appId, name: 'Production', schedule: 'daily', enabled: false };
  const sent = { ...report, enabled: true, notify: [channelId] };
  const reportPath = `/v1/reports/${(await owner.post('/v1/reports', sent)).json.id}`;

  const ann = await signUp('ann');
  await new Browser(server).signIn('ann@example.com');
  const sessions = (await ann.get('/v1/auth/sessions')).json.data as { id: string; current: boolean }[];
  const elsewhere = sessions.find(({ current }) => !current)?.id;

  const forgetful = await signUp('forgetful');
  await forgetful.post('/v1/auth/reset', { email: 'forgetful@example.com' });
  const resetToken = await linkInLog('reset-password');
  const moving = await signUp('moving');
  await moving.post('/v1/auth/email', { email: 'moved@example.com', password: PASSWORD });
  const addressToken = await linkInLog('confirm-email');

  const careful = await signUp('careful');
  let secret = '';
  const half = new Browser(server);
  const nobody = new Browser(server);

  const steps: ChangeStep[] = [
    { route: 'renameAccount', by: owner, call: () => owner.send('PATCH', account, { name: 'Renamed' }) },
    { route: 'invite', by: owner, call: () => owner.post(`${account}/invitations`, { role: 'owner' }) },
    {
      route: 'revokeInvitation',
      by: owner,
      call: () => owner.send('DELETE', `${account}/invitations/${revoked.id}`),
    },
    {
      route: 'acceptInvitation',
      by: guest,
      call: () => guest.post('/v1/invitations/accept', { token: offered }),
    },
    { route: 'changeRole', by: owner, call: () => owner.send('PATCH', member, { role: 'admin' }) },
    { route: 'removeMember', by: owner, call: () => owner.send('DELETE', member) },
    { route: 'leaveAccount', by: secondOwner, call: () => secondOwner.post(`${account}/leave`) },
    {
      route: 'createApplication',
      by: owner,
      call: () => owner.post(`${account}/applications`, { name: 'Another' }),
    },
    { route: 'loadSample', by: owner, call: () => owner.post(`${account}/sample`) },
    { route: 'renameApplication', by: owner, call: () => owner.send('PATCH', app, { name: 'Shop 2' }) },
    {
      route: 'changeSettings',
      by: owner,
      call: () => owner.send('PATCH', `${app}/settings`, { rateLimit: 5 }),
    },
    { route: 'createKey', by: owner, call: () => owner.post(`${app}/keys`, { name: 'Third' }) },
    { route: 'rotateKey', by: owner, call: () => owner.post(`${app}/keys/${keyId}/rotate`, {}) },
    { route: 'revokeKey', by: owner, call: () => owner.send('DELETE', `${app}/keys/${secondKey}`) },
    { route: 'createToken', by: owner, call: () => owner.post(`${app}/tokens`, { name: 'More' }) },
    { route: 'revokeToken', by: owner, call: () => owner.send('DELETE', `${app}/tokens/${readToken}`) },
    { route: 'removePrice', by: owner, call: () => owner.send('DELETE', `${app}/prices/${priceId}`) },
    { route: 'setPrice', by: owner, call: () => owner.send('PUT', `${app}/prices`, price) },
    { route: 'createView', by: owner, call: () => owner.post('/v1/views', { ...view, name: 'Mine' }) },
    {
      route: 'updateView',
      by: owner,
      call: () => owner.send('PATCH', `/v1/views/${viewId}`, { shared: true }),
    },
    { route: 'deleteView', by: owner, call: () => owner.send('DELETE', `/v1/views/${viewId}`) },
    { route: 'createQueue', by: owner, call: () => owner.post('/v1/review/queues', queue) },
    { route: 'updateQueue', by: owner, call: () => owner.send('PATCH', queuePath, { name: 'Most' }) },
    { route: 'deleteQueue', by: owner, call: () => owner.send('DELETE', queuePath) },
    { route: 'createChannel', by: owner, call: () => owner.post('/v1/channels', channel) },
    { route: 'updateChannel', by: owner, call: () => owner.send('PATCH', channelPath, { name: 'Ops 2' }) },
    { route: 'rotateChannel', by: owner, call: () => owner.post(`${channelPath}/rotate`) },
    { route: 'testChannel', by: owner, call: () => delivered(owner.post(`${channelPath}/test`)) },
    {
      route: 'retryDelivery',
      by: owner,
      call: () => delivered(owner.post(`/v1/deliveries/${deliveryId}/retry`)),
    },
    { route: 'sendReport', by: owner, call: () => owner.post(`${reportPath}/send`) },
    { route: 'deleteChannel', by: owner, call: () => owner.send('DELETE', channelPath) },
    { route: 'createMonitor', by: owner, call: () => owner.post('/v1/monitors', monitor) },
    { route: 'updateMonitor', by: owner, call: () => owner.send('PATCH', monitorPath, { name: 'Less' }) },
    { route: 'createReport', by: owner, call: () => owner.post('/v1/reports', report) },
    { route: 'updateReport', by: owner, call: () => owner.send('PATCH', reportPath, { hour: 9 }) },
    { route: 'deleteReport', by: owner, call: () => owner.send('DELETE', reportPath) },
    { route: 'deleteMonitor', by: owner, call: () => owner.send('DELETE', monitorPath) },
    { route: 'archiveApplication', by: owner, call: () => owner.post(`${app}/archive`) },
    { route: 'restoreApplication', by: owner, call: () => owner.post(`${app}/restore`) },
    { route: 'deleteApplication', by: owner, call: () => owner.post(`${app}/delete`, { name: 'Shop 2' }) },

    {
      route: 'signUp',
      by: nobody,
      call: () => nobody.post('/v1/auth/sign-up', { email: 'new@example.com', password: PASSWORD }),
    },
    {
      route: 'signIn',
      by: nobody,
      call: () => nobody.post('/v1/auth/sign-in', { email: 'ann@example.com', password: PASSWORD }),
    },
    {
      route: 'endLoginSession',
      by: ann,
      call: () => ann.send('DELETE', `/v1/auth/sessions/${elsewhere}`),
    },
    {
      route: 'changePassword',
      by: ann,
      call: () =>
        ann.post('/v1/auth/password', { currentPassword: PASSWORD, newPassword: 'a brand new password' }),
    },
    {
      route: 'changeEmail',
      by: ann,
      call: () => ann.post('/v1/auth/email', { email: 'anna@example.com', password: 'a brand new password' }),
    },
    { route: 'changeMe', by: ann, call: () => ann.send('PATCH', '/v1/me', { name: 'Anna' }) },
    { route: 'signOut', by: ann, call: () => ann.post('/v1/auth/sign-out') },
    {
      route: 'confirmEmail',
      by: nobody,
      call: () => new Browser(server).post('/v1/auth/email/confirm', { token: addressToken }),
    },
    {
      route: 'confirmReset',
      by: nobody,
      call: () =>
        new Browser(server).post('/v1/auth/reset/confirm', { token: resetToken, newPassword: PASSWORD }),
    },
    {
      route: 'startSecondFactor',
      by: careful,
      async call() {
        const answer = await careful.post('/v1/auth/second-factor', { password: PASSWORD });
        if (answer.status === 200) secret = secretIn(String(answer.json.uri));
        return answer;
      },
    },
    {
      route: 'confirmSecondFactor',
      by: careful,
      call: () => careful.post('/v1/auth/second-factor/confirm', { code: totp(secret) }),
    },
    {
      route: 'signInSecondFactor',
      by: half,
      prepare: () => half.post('/v1/auth/sign-in', { email: 'careful@example.com', password: PASSWORD }),
      call: () => half.post('/v1/auth/sign-in/second-factor', { code: nextTotp(secret) }),
    },
    {
      route: 'renewBackupCodes',
      by: careful,
      call: () => careful.post('/v1/auth/second-factor/backup-codes', { password: PASSWORD }),
    },
    {
      route: 'stopSecondFactor',
      by: careful,
      call: () => careful.post('/v1/auth/second-factor/off', { password: PASSWORD }),
    },
    {
      route: 'finishOidc',
      by: nobody,
      async call() {
        const browser = new Browser(server);
        provider.claims = { sub: '1', email: 'single@example.com', email_verified: true };
        const start = await browser.get('/v1/auth/oidc/start');
        const there = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
        const callback = new URL(there.headers.get('location') ?? '');
        return browser.get(`${callback.pathname}${callback.search}`);
      },
    },
  ];
  assertComplete(steps);
  return { server, accountId, steps };
}

/** Audited routes that need a store, and are tested with one. */
const WITH_STORE = ['replayRejection', 'deleteScore'];

function assertComplete(steps: readonly ChangeStep[]): void {
  const audited = Object.entries(ROUTES).flatMap(([name, route]) =>
    'audit' in route && !WITH_STORE.includes(name) ? [name] : [],
  );
  assert.deepEqual(steps.map(({ route }) => route).sort(), audited.sort());
}
