/**
 * Acts as the owner in the console before anything can be posted: signs in, creates applications and tokens, and a review
 * queue and monitors of the first application.
 */
import { CreatedApplication, CreatedToken, Me } from '@parley/contract';
import type { z } from 'zod';

export type MadeApplication = { id: string; name: string; keys: Keys; token: string };
export type Keys = { appKey: string; apiKey: string };

/** Without an end, so that it gets its items from what is posted later. */
const QUEUE = {
  name: 'Answers to customers',
  questions: [
    { name: 'correct', kind: 'boolean', text: 'Is the answer correct?' },
    { name: 'tone', kind: 'number', text: 'How friendly is it?', min: 1, max: 5 },
    {
      name: 'length',
      kind: 'word',
      text: 'How long is it?',
      options: ['too short', 'just right', 'too long'],
    },
  ],
};

/** They tell nobody: a demo has no channels. */
const MONITORS = [
  { name: 'Error rate', measure: 'errorRate', window: '1h', condition: { above: 0.05 }, minimum: 20 },
  {
    name: 'Cost per month',
    measure: 'costUsd',
    window: 'month',
    condition: { above: 0.5 },
    steps: [0.5, 0.8, 1],
  },
  {
    name: 'Cost of a user per week',
    measure: 'costUsd',
    groupBy: 'user',
    window: 'week',
    condition: { above: 0.01 },
  },
];

export async function makeApplications(
  url: string,
  login: { email: string; password: string },
  names: readonly string[],
): Promise<MadeApplication[]> {
  // The server requires an Origin, which browsers send.
  const headers: Record<string, string> = { 'Content-Type': 'application/json', Origin: url };
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const read = async <T>(schema: z.ZodType<T>, response: Response): Promise<T> =>
    schema.parse(await response.json());

  const signedIn = await ask('POST', '/v1/auth/sign-in', login);
  headers.Cookie = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const me = await read(Me, await ask('GET', '/v1/me'));
  const accountId = me.accounts[0]?.id ?? '';
  const made: MadeApplication[] = [];
  for (const name of names) {
    const { id, appKey, apiKey } = await read(
      CreatedApplication,
      await ask('POST', `/v1/accounts/${accountId}/applications`, { name }),
    );
    const newToken = { name: 'demo', scopes: ['read', 'replay'] };
    const { token } = await read(CreatedToken, await ask('POST', `/v1/applications/${id}/tokens`, newToken));
    made.push({ id, name, keys: { appKey, apiKey }, token });
  }
  const [first] = made;
  if (first) {
    await ask('POST', '/v1/review/queues', { ...QUEUE, app: first.id });
    for (const monitor of MONITORS) await ask('POST', '/v1/monitors', { ...monitor, app: first.id });
  }
  return made;
}
