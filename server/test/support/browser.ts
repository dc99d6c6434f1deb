/** A browser session: keeps cookies and sends the headers that a page of the console would send. */
import assert from 'node:assert/strict';
import type { TestServer } from './server-process.ts';

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body if it is JSON. */
  json: Record<string, unknown>;
};

export const PASSWORD = 'correct horse battery';

let people = 0;

export class Browser {
  readonly url: string;
  /** Client address as seen by a server that trusts a proxy. */
  readonly address: string;
  readonly cookies = new Map<string, string>();
  /** Every response so far, to be searched for secrets. */
  readonly seen: { path: string; status: number; headers: string; text: string }[] = [];

  constructor(server: Pick<TestServer, 'url'>, address = `198.51.100.${++people % 250}`) {
    this.url = server.url;
    this.address = address;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        Origin: this.url,
        'User-Agent': 'Test browser',
        'X-Forwarded-For': this.address,
        ...(this.cookies.size > 0 ? { Cookie: this.cookieHeader() } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    this.seen.push({ path, status: response.status, headers: JSON.stringify([...response.headers]), text });
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const [name = '', ...value] = pair.split('=');
    if (/max-age=0\b/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value.join('='));
  }

  async signUp(email: string, more: Record<string, unknown> = {}): Promise<this> {
    const answer = await this.post('/v1/auth/sign-up', { email, password: PASSWORD, ...more });
    assert.equal(answer.status, 200, answer.text);
    return this.signIn(email);
  }

  async signIn(email: string, password = PASSWORD): Promise<this> {
    const answer = await this.post('/v1/auth/sign-in', { email, password });
    assert.deepEqual([answer.status, answer.json], [200, { status: 'ok' }], answer.text);
    return this;
  }

  /** The account at this place in the person's list of accounts. */
  async account(index = 0): Promise<string> {
    const { accounts } = (await this.get('/v1/me')).json as { accounts: { id: string }[] };
    const account = accounts[index];
    assert.ok(account);
    return account.id;
  }

  /** Another person, who joins this person's account by invitation. */
  async invite(email: string, role = 'viewer'): Promise<Browser> {
    const answer = await this.post(`/v1/accounts/${await this.account()}/invitations`, { role });
    assert.equal(answer.status, 200, answer.text);
    const invitation = String(answer.json.link).split('#token=')[1];
    return new Browser(this).signUp(email, { invitation });
  }

  async removeMember(email: string): Promise<void> {
    const members = `/v1/accounts/${await this.account()}/members`;
    const list = (await this.get(members)).json.data as { id: string; email: string }[];
    const gone = list.find((member) => member.email === email);
    assert.equal((await this.send('DELETE', `${members}/${gone?.id}`)).status, 200);
  }

  async createApplication(name = 'Shop'): Promise<CreatedApplication> {
    const answer = await this.post(`/v1/accounts/${await this.account()}/applications`, { name });
    assert.equal(answer.status, 200, answer.text);
    return answer.json as CreatedApplication;
  }
}

export type CreatedApplication = {
  id: string;
  appKey: string;
  apiKey: string;
  keyId: string;
  ingestUrl: string;
};

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
