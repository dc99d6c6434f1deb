import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { diskError, FaultyDisk } from '../../test/support/faulty-disk.ts';
import { APPLICATION, type IngestBench, ingestBench, NOW } from '../../test/support/ingest-bench.ts';
import { bytesOf, exchangeOf, FORMATS_AND_TYPES, payloadOf, TEST_KEYS } from '../../test/support/payloads.ts';
import { ApiError } from '../base/errors.ts';
import { isDerivedId } from '../envelope/uuid.ts';
import { hashSecret } from './credentials.ts';
import { PayloadParser } from './payload-parser.ts';
import { type Ingest, received, replayPayload, track } from './track.ts';

const STAMPED = { timestamps: { request: NOW - 1000, response: NOW - 200 } };

/** A payload as text, with exactly these bytes as request and response. */
function around(request: string, response: string, more = ''): string {
  const reconify = JSON.stringify({ format: 'universal', type: 'chat', version: '3.1.0', ...TEST_KEYS });
  return `{"reconify":${reconify},${more}"request":${request},"response":${response}}`;
}

for (const { format, type } of FORMATS_AND_TYPES) {
  test(`a ${format} ${type} is accepted and already in the journal, byte for byte, when it is acknowledged`, async (t) => {
    const at = await ingestBench(t);
    const { request, response } = exchangeOf(format, type);
    const accepted = await at.send(payloadOf(format, type));
    assert.deepEqual([accepted.duplicate, accepted.warnings], [false, []]);
    assert.deepEqual(await at.onlyExchange(), {
      request: JSON.stringify(request),
      response: JSON.stringify(response),
    });
    const [entry] = await at.entries();
    assert.equal(entry?.head.id, accepted.id);
    assert.equal(entry?.head.appId, 'app_1');
    assert.equal(entry?.head.receivedAt, NOW);
    assert.ok(at.ingest.pending.has(accepted.id));
    assert.deepEqual((await at.onDisk()).includes(TEST_KEYS.apiKey), false);
  });
}

test('vectors that the application does not keep are never written, and everything else is unchanged', async (t) => {
  const request = '{"model":"m", "input":["a [1,2]"]}';
  const data = (vectors: string[]) => vectors.map((vector) => `{"index":0, "embedding":${vector}}`).join(',');
  const answer = (vectors: string[]) => `{"usage":{"prompt_tokens":1.0}, "data":[${data(vectors)}]}`;
  const header = JSON.stringify({ format: 'openai', type: 'embedding', version: '3.1.0', ...TEST_KEYS });
  const large = `[${'0.123456789,'.repeat(20_000)}1]`;
  // The second is parsed on another thread.
  for (const vectors of [['[0.5, 1]', '"AACAPgAAAL8="'], [large]]) {
    const payload = `{"reconify":${header},"timestamps":{"request":${NOW}},"request":${request},"response":${answer(vectors)}}`;
    const [keeping, dropping] = await Promise.all([
      ingestBench(t),
      ingestBench(t, { application: { keepVectors: false } }),
    ]);
    const kept = await keeping.send(payload);
    const dropped = await dropping.send(payload);
    assert.deepEqual(await keeping.onlyExchange(), { request, response: answer(vectors) });
    const lengths = vectors.map((vector) => (vector === large ? 20_001 : 2));
    const markers = lengths.map((length) => `{"dropped":"vector","length":${length}}`);
    assert.deepEqual(await dropping.onlyExchange(), { request, response: answer(markers) });
    for (const vector of vectors) assert.ok(!(await dropping.onDisk()).includes(vector));
    // The id is derived from the bytes as they were sent.
    assert.equal(dropped.id, kept.id);
    assert.equal((await dropping.send(payload)).duplicate, true);
  }
});

test('lenient parsing is reported in warnings, which are stored with the interaction', async (t) => {
  const at = await ingestBench(t);
  const { warnings } = await at.send(payloadOf('openai', 'chat', { sessionTimeOut: 5, extra: 1 }));
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['spelling', 'unknown_field'],
  );
  const [entry] = await at.entries();
  assert.ok(entry && 'request' in entry);
  assert.deepEqual(entry.head.warnings, warnings);
});

test('a byte-identical payload with a request time is the same interaction, recorded once under the same id', async (t) => {
  const at = await ingestBench(t);
  const payload = payloadOf('openai', 'chat', STAMPED);
  const first = await at.send(payload);
  const second = await at.send(payload);
  assert.ok(isDerivedId(first.id));
  assert.equal(second.id, first.id);
  assert.deepEqual([first.duplicate, second.duplicate], [false, true]);
  assert.deepEqual(await at.kinds(), ['interaction', 'duplicate']);
});

test('the id of an identical payload is the same on every node and in every run', async (t) => {
  const payload = payloadOf('openai', 'chat', STAMPED);
  const [one, other] = await Promise.all([ingestBench(t), ingestBench(t)]);
  assert.equal((await one.send(payload)).id, (await other.send(payload)).id);
});

test('of identical payloads that arrive at once, exactly one is new', async (t) => {
  const at = await ingestBench(t);
  const payload = payloadOf('openai', 'chat', STAMPED);
  const answers = await Promise.all(Array.from({ length: 20 }, () => at.send(payload)));
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
  assert.equal(answers.filter(({ duplicate }) => !duplicate).length, 1);
  assert.equal((await at.kinds()).filter((kind) => kind === 'interaction').length, 1);
});

test('of two identical payloads at once, exactly one is new, even if the store must be queried', async (t) => {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const at = await ingestBench(t, { stored: () => promise });
  const payload = payloadOf('openai', 'chat', STAMPED);
  const { id } = await (await ingestBench(t)).send(payload);
  at.ingest.duplicates.known.add(id);
  const both = [at.send(payload), at.send(payload)];
  resolve(null);
  const answers = await Promise.all(both);
  assert.deepEqual(answers.map(({ duplicate }) => duplicate).toSorted(), [false, true]);
});

test('a payload that the store already has is a duplicate', async (t) => {
  const at = await ingestBench(t, { stored: async () => '' });
  const payload = payloadOf('openai', 'chat', STAMPED);
  at.ingest.duplicates.known.add((await (await ingestBench(t)).send(payload)).id);
  assert.equal((await at.send(payload)).duplicate, true);
  assert.deepEqual(await at.kinds(), ['duplicate']);
});

test('a single different byte makes another interaction', async (t) => {
  const at = await ingestBench(t);
  const json = JSON.stringify(payloadOf('openai', 'chat', STAMPED));
  const first = await at.send(json);
  const second = await at.send(`${json} `);
  assert.notEqual(second.id, first.id);
  assert.equal(second.duplicate, false);
});

test('a rotated key of the same length does not make another interaction', async (t) => {
  const other = 'x'.repeat(TEST_KEYS.apiKey.length);
  const keys = [...APPLICATION.keys, { id: 'key_3', hash: hashSecret(other), expiresAt: null }];
  const at = await ingestBench(t, { application: { keys } });
  const first = await at.send(payloadOf('openai', 'chat', STAMPED));
  const second = await at.send(payloadOf('openai', 'chat', STAMPED, { ...TEST_KEYS, apiKey: other }));
  assert.deepEqual([second.id, second.duplicate], [first.id, true]);
});

test('identical payloads without a request time are two interactions', async (t) => {
  const at = await ingestBench(t);
  for (const timestamps of [undefined, null, {}, { response: NOW - 5 }, { request: null }, { request: '' }]) {
    const payload = payloadOf('openai', 'chat', { timestamps });
    const [first, second] = [await at.send(payload), await at.send(payload)];
    assert.notEqual(first.id, second.id);
    assert.deepEqual([first.duplicate, second.duplicate], [false, false]);
  }
});

test('an Idempotency-Key identifies the interaction, whatever the payload', async (t) => {
  const at = await ingestBench(t);
  const first = await at.send(payloadOf(), 'order-7');
  const second = await at.send(payloadOf('openai', 'chat', STAMPED), 'order-7');
  const third = await at.send(payloadOf(), 'order-8');
  assert.deepEqual([second.id, second.duplicate], [first.id, true]);
  assert.deepEqual([third.id === first.id, third.duplicate], [false, false]);
});

test('a repeated Idempotency-Key with another payload is a duplicate with a warning', async (t) => {
  const codes = ({ warnings }: Awaited<ReturnType<IngestBench['send']>>) => warnings.map(({ code }) => code);
  const at = await ingestBench(t);
  const { id } = await at.send(payloadOf(), 'order-7');
  const same = await at.send(payloadOf(), 'order-7');
  const other = await at.send(payloadOf('openai', 'chat', { session: 's' }), 'order-7');
  assert.deepEqual([same.duplicate, codes(same)], [true, []]);
  assert.deepEqual([other.id, other.duplicate, codes(other)], [id, true, ['different_body']]);
  // The same once it was drained, and if only the store has it.
  const fingerprint = at.ingest.pending.fingerprint(id) ?? '';
  for (const [stored, expected] of [
    [fingerprint, []],
    ['0123456789abcdef', ['different_body']],
    ['', []],
  ] as const) {
    const later = await ingestBench(t, { stored: async () => stored });
    later.ingest.duplicates.known.add(id);
    assert.deepEqual(codes(await later.send(payloadOf(), 'order-7')), expected);
    const lately = await ingestBench(t);
    lately.ingest.duplicates.remember(id, stored);
    assert.deepEqual(codes(await lately.send(payloadOf(), 'order-7')), expected);
  }
});

test('an Idempotency-Key that is too long rejects the payload, like any other issue', async (t) => {
  const at = await ingestBench(t);
  const refusal = await at.refused(payloadOf(), 'k'.repeat(257));
  assert.deepEqual(
    [refusal.code, refusal.details.issues?.map(({ path, code }) => [path, code])],
    ['invalid_payload', [['Idempotency-Key', 'too_long']]],
  );
  const [entry] = await at.entries();
  assert.ok(entry && 'payload' in entry);
  assert.deepEqual(entry.head.issues, refusal.details.issues);
  assert.equal((await at.send(payloadOf(), 'k'.repeat(256))).duplicate, false);
});

test('two applications may send the same Idempotency-Key and the same bytes', async (t) => {
  const at = await ingestBench(t);
  const other = await ingestBench(t, { application: { id: 'app_2' } });
  assert.notEqual((await at.send(payloadOf(), 'k')).id, (await other.send(payloadOf(), 'k')).id);
  const payload = payloadOf('openai', 'chat', STAMPED);
  assert.notEqual((await at.send(payload)).id, (await other.send(payload)).id);
});

test('a payload that could not be written to the journal is new when it is sent again', async (t) => {
  const disk = new FaultyDisk();
  const at = await ingestBench(t, { fileSystem: disk });
  const payload = payloadOf('openai', 'chat', STAMPED);
  disk.faults.set('write', diskError('ENOSPC'));
  const both = await Promise.allSettled([at.send(payload), at.send(payload)]);
  for (const answer of both) {
    assert.ok(answer.status === 'rejected' && answer.reason instanceof ApiError);
    assert.equal(answer.reason.code, 'unavailable');
    assert.equal(answer.reason.details.retryAfter, 1);
  }
  assert.equal(at.ingest.pending.size, 0);
  disk.faults.clear();
  let accepted: Awaited<ReturnType<IngestBench['send']>> | undefined;
  while (!accepted) {
    accepted = await at.send(payload).catch(() => undefined);
    await new Promise(setImmediate);
  }
  assert.equal(accepted.duplicate, false);
  assert.deepEqual(await at.kinds(), ['interaction']);
});

test('if the journal refuses frames, every payload gets 503, even rejected ones', async (t) => {
  const at = await ingestBench(t, { minFreeBytes: Number.MAX_SAFE_INTEGER });
  for (const payload of [payloadOf(), payloadOf('openai', 'chat', { request: 7 })]) {
    const { code, status, message } = await at.refused(payload);
    assert.deepEqual([code, status], ['unavailable', 503]);
    assert.match(message, /^Nothing was kept: only [\d.]+ MiB are free/);
  }
});

test('a rejected payload is stored whole, with its issues and without its API key', async (t) => {
  const at = await ingestBench(t);
  const payload = payloadOf('openai', 'chat', { request: { model: 'm' }, session: 'a\u0000' });
  const refusal = await at.refused(payload);
  assert.deepEqual([refusal.code, refusal.status], ['invalid_payload', 422]);
  assert.deepEqual(
    refusal.details.issues?.map(({ path }) => path),
    ['session', 'request.messages'],
  );
  const [entry] = await at.entries();
  assert.ok(entry && 'payload' in entry);
  assert.deepEqual(entry.head.issues, refusal.details.issues);
  const stars = '*'.repeat(TEST_KEYS.apiKey.length);
  assert.deepEqual(JSON.parse(entry.payload.toString()), {
    ...payload,
    reconify: { ...payload.reconify, apiKey: stars },
  });
  assert.equal((await at.onDisk()).includes(TEST_KEYS.apiKey), false);
});

test('the API key never reaches the disk, however the payload spells it', async (t) => {
  const at = await ingestBench(t);
  const { appKey, apiKey } = TEST_KEYS;
  const header = (member: string) => `{"reconify":{"appKey":"${appKey}",${member}},"request":7}`;
  const spellings = [
    header(`"apiKey":"${apiKey}"`),
    header(`"apiKey":"${apiKey}","apiKey":"${apiKey}"`),
    header(`"apiKey":["${apiKey}"],"apiKey":"${apiKey}"`),
    header(`"api\\u004bey":"${apiKey}"`),
    `{"reconify":{"apiKey":"${apiKey}"},${header(`"apiKey":"${apiKey}"`).slice(1)}`,
  ];
  for (const spelling of spellings) assert.equal((await at.refused(spelling)).code, 'invalid_payload');
  assert.equal((await at.entries()).length, spellings.length);
  assert.equal((await at.onDisk()).includes(apiKey), false);
});

test('a rejected payload can be replayed after a fix, once', async (t) => {
  const at = await ingestBench(t);
  await at.refused(payloadOf('openai', 'chat', { request: 7 }));
  const fixed = bytesOf(payloadOf('openai', 'chat'));
  const application = at.ingest.credentials.byId('app_1');
  assert.ok(application);
  const first = await replayPayload(at.ingest, application, fixed, 'r-1');
  const second = await replayPayload(at.ingest, application, fixed, 'r-1');
  assert.deepEqual([first.duplicate, second.id, second.duplicate], [false, first.id, true]);
  const still = bytesOf(payloadOf('openai', 'chat', { request: 7 }));
  await assert.rejects(replayPayload(at.ingest, application, still, 'r-2'), { code: 'invalid_payload' });
  assert.deepEqual(await at.kinds(), ['rejection', 'interaction', 'duplicate']);
});

test('all kinds of wrong keys get the same response and write nothing', async (t) => {
  const at = await ingestBench(t);
  const { appKey, apiKey } = TEST_KEYS;
  const headers: unknown[] = [
    undefined,
    null,
    7,
    [],
    {},
    { appKey },
    { apiKey },
    { appKey, apiKey: '' },
    { appKey, apiKey: null },
    { appKey, apiKey: 'wrong' },
    { appKey, apiKey: 'an expired key' },
    { appKey: 'unknown', apiKey },
    { appKey: [appKey], apiKey },
    { appKey: '__proto__', apiKey },
  ];
  const answers = new Set<string>();
  for (const reconify of headers) {
    const refusal = await at.refused({ ...payloadOf(), reconify });
    answers.add(JSON.stringify([refusal.status, refusal.body('request-id'), refusal.details]));
  }
  assert.equal(answers.size, 1);
  assert.equal(JSON.parse([...answers][0] ?? '[]')[0], 401);
  assert.deepEqual(await at.entries(), []);
});

test('a payload waits for a reload of the keys that is under way', async (t) => {
  const at = await ingestBench(t);
  at.changes = (async () => {
    await new Promise(setImmediate);
    at.applications = new Map();
  })();
  assert.equal((await at.refused(payloadOf())).code, 'invalid_credentials');
});

test('above its rate limit an application is told when to retry, and is then accepted', async (t) => {
  const at = await ingestBench(t, { application: { rateLimit: 2 } });
  await at.send(payloadOf());
  await at.send(payloadOf());
  const { code, status, details } = await at.refused(payloadOf());
  assert.deepEqual([code, status, details.retryAfter], ['rate_limited', 429, 1]);
  at.now += 500;
  await at.send(payloadOf());
  assert.equal((await at.entries()).length, 3);
});

test('a clock that jumps back changes only the times', async (t) => {
  const at = await ingestBench(t, { application: { rateLimit: 1000 } });
  const first = await at.send(payloadOf());
  at.now = NOW - 365 * 86_400_000;
  const second = await at.send(payloadOf());
  const third = await at.send(payloadOf('openai', 'chat', STAMPED));
  assert.equal(new Set([first.id, second.id, third.id]).size, 3);
  assert.deepEqual(
    third.warnings.map(({ code }) => code),
    ['out_of_range', 'out_of_range'],
  );
  assert.deepEqual(
    (await at.entries()).map(({ head }) => head.receivedAt),
    [NOW, at.now, at.now],
  );
});

test('a body that is not a JSON object is refused with a message that quotes nothing of it', async (t) => {
  const at = await ingestBench(t);
  const key = TEST_KEYS.apiKey;
  const bodies: [string | Buffer, RegExp][] = [
    ['', /The body is empty/],
    [Buffer.from([0xef, 0xbb, 0xbf]), /The body is empty/],
    ['{"reconify":{', /ends too early/],
    [`{"reconify":{"apiKey":"${key}`, /ends too early/],
    [`{"reconify":{"apiKey":"${key}"}} x`, /unexpected character/],
    [`{"apiKey":"${key}",}`, /unexpected character/],
    [around('{"a":"\u0000"}', '{}'), /not JSON/],
    ['[]', /not an object/],
    ['"text"', /not an object/],
    ['null', /not an object/],
    ['1', /not an object/],
    [Buffer.from(around('{"a":"\u00ff"}', '{}'), 'latin1'), /not UTF-8/],
    [Buffer.from('{"a":1}', 'utf16le'), /not JSON/],
    [Buffer.from(around('{"a":"\u00ed\u00a0\u0080"}', '{}'), 'latin1'), /not UTF-8/],
  ];
  for (const [body, expected] of bodies) {
    const { code, status, message } = await at.refused(Buffer.from(body));
    assert.deepEqual([code, status], ['invalid_json', 400]);
    assert.match(message, expected);
    assert.ok(!message.includes(key.slice(0, 8)), message);
  }
  assert.deepEqual(await at.entries(), []);
});

test('a byte order mark is ignored with a warning and makes no difference', async (t) => {
  const at = await ingestBench(t);
  const json = around('{"a":1}', '{}', `"timestamps":{"request":${NOW}},`);
  const { id, warnings } = await at.send(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(json)]));
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['byte_order_mark'],
  );
  assert.deepEqual(await at.onlyExchange(), { request: '{"a":1}', response: '{}' });
  const again = await at.send(json);
  assert.deepEqual([again.id, again.duplicate], [id, true]);
});

const EXACT: [string, string][] = [
  ['numbers keep their digits', '{"big":12345678901234567890,"one":1.0,"small":-0.0,"e":1E+2,"tiny":1e-400}'],
  ['duplicate keys and their order survive', '{"b":1,"a":2,"b":3,"a":{"a":1,"a":2}}'],
  ['escapes survive', '{"a\\u0062":"\\u0041\\/\\"\\\\\\n\\ud83d\\ude00","😀":"ü"}'],
  ['lone surrogates survive', '{"a":"\\ud800","\\udc00":["\\udfff x"]}'],
  ['NUL characters survive', '{"a":"\\u0000","\\u0000":1}'],
  [
    '__proto__ and constructor are keys like others',
    '{"__proto__":{"x":1},"constructor":{"prototype":null}}',
  ],
  ['white space survives', '{ "a" :\t[ 1 ,\r\n 2 ] , "b":{ } }'],
  ['braces in strings are text', '{"a":"}],{[\\"","b":"\\\\"}'],
];
for (const [sentence, body] of EXACT) {
  test(`${sentence}, byte for byte`, async (t) => {
    const at = await ingestBench(t);
    await at.send(around(body, ` ${body} `));
    assert.deepEqual(await at.onlyExchange(), { request: body, response: body });
  });
}

/** Nested arrays whose innermost one is at this depth of the payload when they are in `request`. */
const nested = (depth: number) => `{"a":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}`;

test('512 levels of nesting are stored unchanged, and a payload with more is rejected', async (t) => {
  const at = await ingestBench(t);
  await at.send(around(nested(512), nested(512)));
  assert.deepEqual(await at.onlyExchange(), { request: nested(512), response: nested(512) });
  for (const depth of [513, 100_000, 900_000]) {
    const { status, details } = await at.refused(around(nested(depth), '{}'));
    assert.deepEqual([status, details.issues?.map(({ code }) => code)], [422, ['too_deep']]);
  }
  assert.deepEqual(await at.kinds(), ['interaction', 'rejection', 'rejection', 'rejection']);
});

test('a payload with more than a million values is rejected', async (t) => {
  const at = await ingestBench(t);
  const { details } = await at.refused(around(`{"a":[${'0,'.repeat(1_000_000)}0]}`, '{}'));
  assert.deepEqual(
    details.issues?.map(({ code }) => code),
    ['too_many_values'],
  );
  await at.send(around(`{"a":[${'0,'.repeat(900_000)}0]}`, '{}'));
  assert.deepEqual(await at.kinds(), ['rejection', 'interaction']);
});

test('a large payload is validated and stored like a small one', async (t) => {
  const at = await ingestBench(t);
  const request = JSON.stringify({ ...payloadOf().request, padding: 'é'.repeat(300_000) });
  const whole = (key: string) => {
    const reconify = JSON.stringify({ ...payloadOf().reconify, apiKey: key });
    return `\ufeff{"reconify":${reconify},"timestamps":{"request":${NOW}},"extra":1,"request":${request},"response":${JSON.stringify(payloadOf().response)}}`;
  };
  const [first, second] = await Promise.all(
    [TEST_KEYS.apiKey, TEST_KEYS.apiKey].map((key) => at.send(whole(key))),
  );
  assert.deepEqual([first?.id, first?.duplicate, second?.duplicate], [second?.id, false, true]);
  assert.deepEqual(
    first?.warnings.map(({ code }) => code),
    ['byte_order_mark', 'unknown_field'],
  );
  const [entry] = await at.entries();
  assert.ok(entry && 'request' in entry);
  assert.equal(entry.request.toString(), request);
  assert.equal((await at.refused(whole('wrong'))).code, 'invalid_credentials');
  assert.equal((await at.refused(`${whole(TEST_KEYS.apiKey).slice(0, -3)}!}}`)).code, 'invalid_json');
  assert.equal((await at.onDisk()).includes(TEST_KEYS.apiKey), false);
});

test('a payload without valid keys is not parsed, whatever it contains', async (t) => {
  const at = await ingestBench(t);
  const parsed: unknown[] = [];
  const ingest: Ingest = {
    ...at.ingest,
    payloadParser: Object.assign(new PayloadParser(), {
      parsePayload: (bytes: Buffer) => {
        parsed.push(bytes);
        throw new Error('It was parsed.');
      },
    }),
  };
  for (const body of [
    '{"a":"\u0000"}',
    '{"reconify":{"appKey":"x","apiKey":"y"},"request":nonsense}',
    `{"request":${nested(100_000)}}`,
    `{"reconify":${JSON.stringify({ ...TEST_KEYS, padding: 'x'.repeat(70_000) })}}`,
    '{"reconify":{"appKey":}}',
  ]) {
    await assert.rejects(track(ingest, received(Buffer.from(body))), { code: 'invalid_credentials' });
  }
  assert.deepEqual(parsed, []);
});

test('of duplicate members the last one is validated and stored', async (t) => {
  const at = await ingestBench(t);
  await at.send(around('{"a":2}', '{"b":2}', '"request":7,"response":{"b":1},"session":5,"session":"s",'));
  assert.deepEqual(await at.onlyExchange(), { request: '{"a":2}', response: '{"b":2}' });
  const [entry] = await at.entries();
  assert.ok(entry && 'request' in entry);
  assert.equal(entry.head.envelope.session, 's');
});

test('any JSON in request and response is stored byte for byte', async (t) => {
  const at = await ingestBench(t);
  const object = fc
    .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())
    .map((value) => JSON.stringify(value));
  const exchanges = fc.array(fc.tuple(object, object), { maxLength: 10 });
  const send = async ([request, response]: [string, string]) => {
    const { id } = await at.send(around(request, response));
    const position = at.ingest.pending.position(id);
    assert.ok(position);
    const parts = await at.journal.readAt(position);
    assert.deepEqual([parts?.[1]?.toString(), parts?.[2]?.toString()], [request, response]);
  };
  await fc.assert(
    fc.asyncProperty(exchanges, (list) => Promise.all(list.map(send)).then(() => {})),
    { numRuns: 15 },
  );
});

test('a response that is a text or a stream is stored byte for byte', async (t) => {
  for (const response of [
    '"The \\u0045lbe.\\n \\ud83d\\ude00 \\/"',
    '""',
    '{"stream":"data: {\\"a\\":1.0}\\r\\n"}',
  ]) {
    const at = await ingestBench(t);
    const { warnings } = await at.send(around('{"model":"x"}', response));
    const codes = warnings.map(({ code }) => code);
    assert.deepEqual(codes, response.startsWith('"') ? ['text_response'] : []);
    assert.equal((await at.onlyExchange()).response, response);
  }
});

test('Gemini response fields at the top level are stored with their own bytes', async (t) => {
  const at = await ingestBench(t);
  const { reconify, request } = payloadOf('gemini');
  const candidates = '[ {"content":{"parts":[{"text":"a"}]},"index":0.0} ]';
  const json = `{"reconify":${JSON.stringify(reconify)},"candidates":${candidates},"request":${JSON.stringify(request)},"promptFeedback" : {"n":1.0},"response":null}`;
  const { warnings } = await at.send(json);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['top_level_response'],
  );
  const { response } = await at.onlyExchange();
  assert.equal(response, `{"candidates":${candidates},"promptFeedback":{"n":1.0}}`);
});

test('a bug in appending to the journal is not reported as a full disk', async (t) => {
  const at = await ingestBench(t);
  const broken: Ingest = {
    ...at.ingest,
    append: () => {
      throw new TypeError('a bug');
    },
  };
  await assert.rejects(track(broken, received(bytesOf(payloadOf()))), TypeError);
  assert.equal(at.ingest.pending.size, 0);
});

test('an invalid payload among valid ones affects none of them', async (t) => {
  const at = await ingestBench(t);
  const payloads: unknown[] = Array.from({ length: 60 }, (_, i) => {
    if (i % 3 === 0) return payloadOf();
    return i % 3 === 1 ? payloadOf('openai', 'chat', { request: [] }) : '{"broken';
  });
  const answers = await Promise.allSettled(payloads.map((payload) => at.send(payload)));
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 20);
  const kinds = await at.kinds();
  assert.equal(kinds.filter((kind) => kind === 'interaction').length, 20);
  assert.equal(kinds.filter((kind) => kind === 'rejection').length, 20);
});

test('the last use of a key is recorded, even for rejected payloads, but not for a wrong key', async (t) => {
  const at = await ingestBench(t);
  const { keyUses } = at.ingest;
  await at.refused(payloadOf('openai', 'chat', {}, { ...TEST_KEYS, apiKey: 'wrong' }));
  assert.deepEqual([...keyUses], []);
  await at.send(payloadOf());
  assert.deepEqual([...keyUses], [['key_1', at.now]]);
  at.now += 1000;
  await at.refused(payloadOf('openai', 'chat', { request: null }));
  assert.deepEqual([...keyUses], [['key_1', at.now]]);
});
