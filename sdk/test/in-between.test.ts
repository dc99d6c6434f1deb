/**
 * Answers that do not come from Parley but from a proxy, a login page or a firewall. They must not lose
 * payloads.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { ERRORS, type ErrorCode } from '../../contract/src/errors.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { listen } from '../../server/test/support/listen.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { verdictOf } from '../src/delivery/answer.ts';
import { Parley, type ParleyError, type ParleyOptions } from '../src/index.ts';

const EXCHANGES = 5;
const EXCHANGE = {
  format: 'openai',
  type: 'chat',
  request: { model: 'm', messages: [] },
  response: { choices: [] },
} as const;

const STATUSES = [
  ...[200, 201, 202, 204, 206, 300, 301, 302, 303, 304, 307, 308],
  ...[
    400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 413, 414, 415, 418, 421, 422, 425, 429, 431, 451,
  ],
  ...[500, 501, 502, 503, 504, 511, 520, 530],
];

const ok = () => JSON.stringify({ status: 'ok', id: randomUUID() });
const errorOf = (code: string, more: object = { requestId: randomUUID() }) =>
  JSON.stringify({ status: 'error', code, message: 'A sentence.', issues: [], ...more });

/** Answers of other servers, some of them similar to Parley's. */
const FOREIGN: Record<string, string> = {
  nothing: '',
  'a login page': '<!doctype html><title>Sign in</title><form action="/login">',
  'a page of a firewall': '<html><body><h1>403 Forbidden</h1><hr>nginx</body></html>',
  'a sentence': 'Forbidden',
  'an empty object': '{}',
  'a list': '[]',
  null: 'null',
  'a text': '"ok"',
  'an error of a gateway': '{"message":"Forbidden"}',
  'an error of another API': '{"error":{"code":"invalid_payload","message":"No."}}',
  'a state of health': '{"status":"ok"}',
  'another one’s success': '{"status":"ok","id":"7"}',
  'a number for an id': '{"status":"ok","id":7}',
  'a success that is cut off': ok().slice(0, -3),
  'an error without a code': '{"status":"error","message":"No."}',
  'an error without an id of the request': errorOf('invalid_payload', {}),
  'an error with another id of the request': errorOf('invalid_payload', { requestId: 'abc' }),
  'an error with a code of somebody else': errorOf('access_denied'),
  'an error that is cut off': errorOf('invalid_payload').slice(0, -3),
};

/** Codes after which a retry of the same payload would be refused again. */
const REFUSALS: readonly ErrorCode[] = [
  'invalid_json',
  'invalid_credentials',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_payload',
];

describe('verdictOf', () => {
  const kindOf = (status: number, text: string) => verdictOf({ status, text, retryAfter: null }).kind;

  it('retries after an answer that is not Parley’s, whatever its status', () => {
    for (const status of STATUSES)
      for (const [what, body] of Object.entries(FOREIGN))
        assert.equal(kindOf(status, body), 'retry', `${what}, with ${status}`);
  });

  it('counts only a 200 that names the interaction as an acknowledgement', () => {
    for (const status of STATUSES) assert.equal(kindOf(status, ok()), status === 200 ? 'accepted' : 'retry');
  });

  it('counts only codes about the payload or its keys as refusals', () => {
    for (const [code, { status }] of Object.entries(ERRORS)) {
      const isRefusal = REFUSALS.some((refusal) => refusal === code);
      assert.equal(kindOf(status, errorOf(code)), isRefusal ? 'refused' : 'retry', code);
      for (const other of STATUSES.filter((each) => each < 400 || each > 499))
        assert.equal(kindOf(other, errorOf(code)), 'retry', `${code}, with ${other}`);
    }
  });

  it('says in its message that the answer is not Parley’s', () => {
    const told = (status: number) => {
      const verdict = verdictOf({ status, text: FOREIGN['a login page'] ?? '', retryAfter: null });
      return verdict.kind === 'retry' ? verdict.error.message : '';
    };
    assert.match(told(302), /redirects are not followed/);
    assert.match(told(403), /^Unexpected answer 403: .* not from Parley\. Retrying\.$/);
  });
});

/** A Parley behind an intermediary that answers in its place until `open` is called. */
async function behind(t: TestContext, status: number, body: string) {
  const arrived = new Set<string>();
  let asked = 0;
  let isAway = false;
  const server = createServer(async (request, response) => {
    const { session } = JSON.parse(await text(request));
    asked++;
    if (request.url !== '/track') return void response.writeHead(200).end(ok());
    if (!isAway) return void response.writeHead(status, { Location: '/login' }).end(body);
    arrived.add(session);
    response.writeHead(200).end(ok());
  });
  const url = `http://127.0.0.1:${await listen(t, server)}`;
  return {
    url,
    arrived,
    asked: () => asked,
    open() {
      isAway = true;
    },
  };
}

const cases: [what: string, status: number, body: string][] = [
  ['a login page with 200', 200, FOREIGN['a login page'] ?? ''],
  ['a state of health with 200', 200, '{"status":"ok"}'],
  ['204 and nothing', 204, ''],
  ['a redirect to a login page', 302, ''],
  ['a redirect that keeps the method', 307, ''],
  ['a redirect for good', 308, ''],
  ['a login that is asked for', 401, FOREIGN['a login page'] ?? ''],
  ['a firewall', 403, FOREIGN['a page of a firewall'] ?? ''],
  ['a proxy without a route', 404, 'Not Found'],
  ['a proxy that takes less', 413, '<html>413 Request Entity Too Large</html>'],
  ['an error of a gateway', 422, '{"message":"Unprocessable"}'],
  ['a gateway without a server', 502, '<html>502 Bad Gateway</html>'],
];

describe('with an intermediary between the program and Parley', () => {
  for (const [what, status, body] of cases) {
    it(`${what}: queued payloads arrive once it is gone`, async (t) => {
      const parley = await tracking(t, await behind(t, status, body));
      parley.place.open();
      assert.equal(await parley.flush(), true);
      assert.equal(parley.place.arrived.size, EXCHANGES);
      assert.deepEqual([parley.counts.refused, parley.counts.dropped], [0, 0]);
    });

    it(`${what}: spooled payloads stay for the next process`, async (t) => {
      const spool = await tempFolder();
      const { place, end } = await tracking(t, await behind(t, status, body), { spool });
      await eventually('all payloads are spooled', () => filesIn(spool) === EXCHANGES);
      await end();
      assert.equal(filesIn(spool), EXCHANGES);
      place.open();
      const next = new Parley({ url: place.url, ...KEYS, spool });
      t.after(() => next.close(0));
      assert.equal(await next.flush(10_000), true);
      assert.equal(place.arrived.size, EXCHANGES);
      await eventually('the spool is empty', () => filesIn(spool) === 0);
    });
  }

  it('a payload that is always blocked is given up, and stays in the spool', async (t) => {
    const spool = await tempFolder();
    const server = createServer(async (request, response) => {
      const isBlocked = (await text(request)).includes('DROP TABLE');
      response.writeHead(isBlocked ? 403 : 200).end(isBlocked ? FOREIGN['a page of a firewall'] : ok());
    });
    const errors: ParleyError[] = [];
    const url = `http://127.0.0.1:${await listen(t, server)}`;
    const parley = new Parley({ url, ...KEYS, spool, onError: (error) => errors.push(error) });
    t.after(() => parley.close(0));
    const blocked = assert.rejects(parley.track({ ...EXCHANGE, session: 'DROP TABLE' }), { status: 403 });
    await eventually('the payload is given up', async () => {
      void parley.track(EXCHANGE);
      await parley.flush(300);
      return parley.counts.refused === 1;
    });
    await blocked;
    await eventually('only the blocked payload is spooled', () => filesIn(spool) === 1);
  });
});

const KEYS = { appKey: 'pk_of_a_test', apiKey: 'sk_of_a_test' };

/** Tracks some exchanges that the intermediary answers. */
async function tracking(t: TestContext, place: Awaited<ReturnType<typeof behind>>, more: ParleyOptions = {}) {
  const errors: ParleyError[] = [];
  const parley = new Parley({ url: place.url, ...KEYS, ...more, onError: (error) => errors.push(error) });
  t.after(() => parley.close(0));
  for (let i = 0; i < EXCHANGES; i++) parley.track({ ...EXCHANGE, session: `s${i}` }).catch(() => {});
  await eventually('an attempt failed', () => place.asked() > 0 && errors.length > 0);
  assert.deepEqual(new Set(errors.map(({ code }) => code)), new Set(['unreachable']));
  assert.equal(parley.counts.waiting, EXCHANGES);
  return {
    place,
    flush: () => parley.flush(10_000),
    end: () => parley.close(0),
    get counts() {
      return parley.counts;
    },
  };
}

function filesIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return names.filter((name) => name.endsWith('.payload')).length;
}
