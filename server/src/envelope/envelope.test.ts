import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMATS, type Format, typesOf } from '@parley/contract';
import fc from 'fast-check';
import { exchangeOf, FORMATS_AND_TYPES, type Json, payloadOf } from '../../test/support/payloads.ts';
import { isObject } from '../base/json.ts';
import { readEnvelope } from './envelope.ts';
import { Notes } from './notes.ts';

const RECEIVED = Date.UTC(2025, 0, 10, 12);

function read(payload: Json) {
  const notes = new Notes();
  const envelope = readEnvelope(payload, RECEIVED, 10, notes);
  return {
    envelope,
    issues: notes.issues.map(({ path, code }) => `${path} ${code}`),
    warnings: notes.warnings.map(({ path, code }) => `${path} ${code}`),
    messages: [...notes.issues, ...notes.warnings].map(({ message }) => message),
  };
}

/** Reads a valid payload of openai chat with other header fields. */
function reading(changes: Json) {
  return read(payloadOf('openai', 'chat', changes));
}

function header(changes: Json, bodies: Json = {}): Json {
  const payload = payloadOf();
  return { ...payload, ...bodies, reconify: { ...payload.reconify, ...changes } };
}

for (const { format, type } of FORMATS_AND_TYPES) {
  test(`a complete payload of ${format} ${type} is accepted without a warning`, () => {
    const { envelope, issues, warnings } = read(payloadOf(format, type));
    assert.deepEqual([issues, warnings], [[], []]);
    assert.deepEqual(envelope, {
      format,
      type,
      version: '3.1.0',
      session: null,
      sessionTimeout: 10,
      user: null,
      requestedAt: RECEIVED,
      respondedAt: RECEIVED,
      latencyMs: null,
    });
  });
}

test('an unknown format is refused with the list of allowed ones', () => {
  for (const format of ['gpt', 'OpenAI', '', undefined, null, 7, '__proto__', 'toString']) {
    const { envelope, issues, messages } = read(header({ format }));
    assert.equal(envelope, null);
    assert.deepEqual(issues, ['reconify.format unknown_format']);
    assert.ok(messages[0]?.includes(FORMATS.join(', ')));
  }
});

test('an unknown type, including image types, is refused with the list of allowed ones', () => {
  for (const { format } of FORMATS_AND_TYPES) {
    const payload = payloadOf(format);
    const { issues, messages } = read({ ...payload, reconify: { ...payload.reconify, type: 'image' } });
    assert.deepEqual(issues, ['reconify.type unknown_type']);
    assert.ok(messages[0]?.includes(typesOf(format).join(' or ')));
  }
  for (const type of [undefined, null, '', 7]) {
    assert.deepEqual(read(header({ type })).issues, ['reconify.type required']);
  }
});

test('a synonym of a type is accepted with a warning, and the shape decides the type', () => {
  const cases: [Format, string, string][] = [
    ['cohere', 'generate', 'completion'],
    ['cohere', 'chat', 'completion'],
    ['cohere', 'chat', 'messages'],
    ['openai', 'chat', 'messages'],
    ['openai', 'chat', 'Chat'],
    ['openai', 'chat', 'chat.completions'],
    ['openai', 'completion', 'generate'],
    ['openai', 'response', 'responses'],
    ['anthropic', 'chat', 'messages'],
    ['anthropic', 'chat', 'response'],
    ['anthropic', 'completion', 'generate'],
    ['gemini', 'generate', 'completion'],
    ['gemini', 'generate', 'generateContent'],
    ['gemini', 'chat', 'messages'],
    ['bedrock', 'chat', 'converse'],
    ['bedrock', 'chat', 'completion'],
    ['mistral', 'chat', 'completion'],
    ['perplexity', 'chat', 'completions'],
    ['universal', 'chat', 'completion'],
  ];
  for (const [format, type, word] of cases) {
    const payload = payloadOf(format, type);
    const { envelope, issues, warnings } = read({
      ...payload,
      reconify: { ...payload.reconify, type: word },
    });
    assert.deepEqual([issues, warnings], [[], ['reconify.type type_read_as']], `${format} ${word}`);
    assert.equal(envelope?.type, type, `${format} ${word}`);
  }
});

test('moderation, transcription, speech and images are refused with an explanation', () => {
  const kinds = {
    moderation: 'Moderation is',
    transcription: 'Transcription is',
    'speech-to-text': 'Transcription is',
    'text-to-speech': 'Speech is',
    tts: 'Speech is',
    images: 'Images are',
    audio: 'Audio is',
  };
  for (const [type, subject] of Object.entries(kinds)) {
    const { issues, messages } = read(header({ type }));
    assert.deepEqual(issues, ['reconify.type unknown_type']);
    assert.equal(
      messages[0],
      `reconify.type must be chat or completion or response or embedding for format openai, not "${type}". ${subject} not taken: only text from language models, embeddings and rankings are.`,
    );
  }
  assert.ok(!read(header({ type: 'nonsense' })).messages[0]?.includes('taken'));
});

const EMBEDDED = {
  request: { model: 'text-embedding-3-small', input: 'A duck' },
  response: { object: 'list', data: [{ embedding: [0.1, 0.2] }], usage: { prompt_tokens: 2 } },
};

test('an embedding is recognised by its shape, whatever its type says', () => {
  for (const type of ['embedding', 'embeddings', 'embed', 'Embedding', 'chat', 'response', 'completions']) {
    const { envelope, issues, warnings } = read(header({ type }, EMBEDDED));
    const expected = type === 'embedding' ? [] : ['reconify.type type_read_as'];
    assert.deepEqual([issues, warnings, envelope?.type], [[], expected, 'embedding'], type);
  }
  const failed = { ...EMBEDDED, response: { error: { message: 'Overloaded' } } };
  assert.equal(read(header({ type: 'embeddings' }, failed)).envelope?.type, 'embedding');
});

test('a ranking is recognised by its shape', () => {
  const ranked = {
    request: { model: 'rerank-v3.5', query: 'What floats?', documents: ['A duck'] },
    response: { results: [{ index: 0, relevance_score: 0.9 }] },
  };
  for (const type of ['rerank', 'reranking', 'chat']) {
    const { envelope, issues } = read(header({ format: 'cohere', type }, ranked));
    assert.deepEqual([issues, envelope?.type], [[], 'rerank'], type);
  }
});

test('a format without embeddings explains how to send them', () => {
  const [message = ''] = read(header({ format: 'anthropic', type: 'embedding' }, EMBEDDED)).messages;
  assert.match(
    message,
    /must be chat or completion for format anthropic, not "embedding"\. .*format universal\./,
  );
  const [byShape = ''] = read(header({ format: 'perplexity', type: 'chat' }, EMBEDDED)).messages;
  assert.match(byShape, /^This is of type embedding, .* send it as format universal\.$/);
});

test('a universal response that is plain text is read as the answer, with a warning', () => {
  for (const response of ['The Elbe.', '', '{"a":1}']) {
    const { envelope, issues, warnings } = read(payloadOf('universal', 'chat', { response }));
    assert.deepEqual([issues, warnings], [[], ['response text_response']]);
    assert.equal(envelope?.format, 'universal');
  }
  for (const response of [null, 7, [], true]) {
    assert.deepEqual(read(payloadOf('universal', 'chat', { response })).issues, ['response required']);
  }
});

test('a version is any x.y.z and nothing else', () => {
  for (const version of ['0.0.1', '3.1.0', '10.20.30']) {
    assert.equal(read(header({ version })).envelope?.version, version);
  }
  for (const version of [undefined, null, 3, '3.1', 'v3.1.0', '3.1.0-beta', '3.1.0\n', '1.1.1'.repeat(99)]) {
    assert.deepEqual(read(header({ version })).issues, ['reconify.version invalid_version']);
  }
});

test('a provider is a short lower-case name and may be absent', () => {
  for (const provider of ['groq', 'x-ai', 'house_llm.eu', '01ai', 'a'.repeat(32)]) {
    assert.equal(read(header({ provider })).envelope?.provider, provider);
  }
  for (const provider of [undefined, null, '']) {
    const { envelope, warnings } = read(header({ provider }));
    assert.deepEqual([envelope && 'provider' in envelope, warnings], [false, []]);
  }
  const { envelope, warnings } = read(header({ provider: 'a'.repeat(33) }));
  assert.match(envelope?.provider ?? '', /^a{19}-[0-9a-f]{12}$/);
  assert.deepEqual(warnings, ['reconify.provider shortened']);
  for (const provider of [7, {}, 'Groq', 'a b', '-a', 'groq\n', `${'a'.repeat(33)} b`]) {
    assert.deepEqual(read(header({ provider })).issues, ['reconify.provider invalid_provider']);
  }
});

test('all issues are reported, not just the first', () => {
  const { issues } = read({
    session: {},
    sessionTimeout: -1,
    user: 5,
    timestamps: 'now',
    request: [],
    response: 1,
  });
  assert.deepEqual(issues, [
    'reconify.format unknown_format',
    'reconify.type required',
    'reconify.version invalid_version',
    'timestamps invalid_type',
    'session invalid_type',
    'sessionTimeout invalid_value',
    'user invalid_type',
    'request required',
    'response required',
  ]);
});

test('a payload without request or response is refused', () => {
  for (const key of ['request', 'response']) {
    for (const value of [undefined, null, [], 'x', 7]) {
      assert.deepEqual(reading({ [key]: value }).issues, [`${key} required`]);
    }
  }
});

test('a session name is a printable string; without one, the interaction belongs to no session', () => {
  assert.equal(reading({ session: 'ABCDEF123456' }).envelope?.session, 'ABCDEF123456');
  for (const session of [undefined, null, '']) assert.equal(reading({ session }).envelope?.session, null);
  assert.deepEqual(reading({ session: 42 }).warnings, ['session number_as_string']);
  assert.deepEqual(reading({ session: 'a\nb' }).issues, ['session not_printable']);
});

test('sessionTimeout is the documented spelling', () => {
  const { envelope, warnings } = reading({ sessionTimeout: 30 });
  assert.equal(envelope?.sessionTimeout, 30);
  assert.deepEqual(warnings, []);
});

test('sessionTimeOut is accepted with a warning', () => {
  const { envelope, warnings } = reading({ sessionTimeOut: 30 });
  assert.equal(envelope?.sessionTimeout, 30);
  assert.deepEqual(warnings, ['sessionTimeOut spelling']);
});

test('sessionTimeout wins if both spellings are sent', () => {
  const { envelope, warnings, messages } = reading({ sessionTimeout: 5, sessionTimeOut: 30 });
  assert.equal(envelope?.sessionTimeout, 5);
  assert.deepEqual(warnings, ['sessionTimeOut spelling']);
  assert.match(messages[0] ?? '', /ignored/);
});

test('a timeout of null, in either spelling, counts as absent: clients send it by default', () => {
  const { envelope, warnings } = reading({ sessionTimeout: null, sessionTimeOut: null });
  assert.equal(envelope?.sessionTimeout, 10);
  assert.deepEqual(warnings, []);
  assert.equal(reading({ sessionTimeout: null, sessionTimeOut: 7 }).envelope?.sessionTimeout, 7);
});

test('a timeout of "10" is read as 10 with a warning, and an invalid one is refused with its path', () => {
  const { envelope, warnings } = reading({ sessionTimeout: '10' });
  assert.equal(envelope?.sessionTimeout, 10);
  assert.deepEqual(warnings, ['sessionTimeout string_as_number']);
  assert.deepEqual(reading({ sessionTimeOut: 0 }).issues, ['sessionTimeOut invalid_value']);
});

test('a user of {} or null counts as absent', () => {
  for (const user of [undefined, null, {}, { userId: '', email: null }]) {
    const { envelope, warnings } = reading({ user });
    assert.equal(envelope?.user, null);
    assert.deepEqual(warnings, []);
  }
});

test('a user keeps all of its fields', () => {
  const user = {
    userId: 'ABC123',
    email: 'Jane@Example.com',
    isAuthenticated: 1,
    firstName: 'Jane',
    lastName: 'Smith',
    phone: '+49 30 123456',
    gender: 'female',
  };
  const { envelope, warnings } = reading({ user });
  assert.deepEqual(envelope?.user, { ...user, isAuthenticated: true });
  assert.deepEqual(warnings, []);
});

test('a user with neither userId nor email is accepted with a warning', () => {
  const { envelope, warnings } = reading({ user: { firstName: 'Jane' } });
  assert.equal(envelope?.user?.firstName, 'Jane');
  assert.deepEqual(warnings, ['user anonymous_user']);
});

test('values that are too long are cut with a warning, and the interaction is accepted', () => {
  const lengths = { userId: 256, email: 256, firstName: 256, lastName: 256, phone: 64, gender: 64 };
  const user = (more: number) =>
    Object.fromEntries(Object.entries(lengths).map(([field, length]) => [field, 'x'.repeat(length + more)]));
  assert.deepEqual(reading({ session: 'x'.repeat(256), user: user(0) }).warnings, []);
  const { envelope, issues, warnings } = reading({ session: 'x'.repeat(257), user: user(1) });
  assert.deepEqual(issues, []);
  assert.deepEqual(warnings, [
    'session shortened',
    ...Object.keys(lengths).map((field) => `user.${field} shortened`),
  ]);
  assert.match(envelope?.session ?? '', /^x{243}-[0-9a-f]{12}$/);
  for (const [field, length] of Object.entries(lengths))
    assert.equal(String(envelope?.user?.[field as keyof typeof lengths]).length, length);
});

test('fields of the user are read leniently where their meaning is clear', () => {
  const { envelope, warnings } = reading({ user: { userId: 42, isAuthenticated: true, age: 7 } });
  assert.equal(envelope?.user?.userId, '42');
  assert.equal(envelope?.user?.isAuthenticated, true);
  assert.deepEqual(warnings, [
    'user.userId number_as_string',
    'user.isAuthenticated read_as_1',
    'user.age unknown_field',
  ]);
});

test('unknown fields of the payload and its header are ignored with a warning; upstream fields are kept', () => {
  const payload = header({ client: 'x' });
  const request = isObject(payload.request) ? { ...payload.request, anything: 1 } : {};
  const { envelope, warnings } = read({ ...payload, request, extra: 1 });
  assert.ok(envelope);
  assert.deepEqual(warnings, ['extra unknown_field', 'reconify.client unknown_field']);
});

test('__proto__ in a payload is an unknown field like any other', () => {
  const payload: unknown = JSON.parse(
    `${JSON.stringify(payloadOf()).slice(0, -1)},"__proto__":{"session":"polluted"}}`,
  );
  assert.ok(isObject(payload));
  const { envelope, warnings } = read(payload);
  assert.equal(envelope?.session, null);
  assert.deepEqual(warnings, ['__proto__ unknown_field']);
});

test('a payload with many unknown fields gets a limited number of warnings of limited length', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`${'x'.repeat(500)}${i}`, i]));
  const { envelope, warnings } = reading(many);
  assert.ok(envelope);
  assert.equal(warnings.length, 50);
  assert.ok(warnings.every((warning) => warning.length < 120));
});

test('Gemini response fields at the top level are read as response, with one warning', () => {
  const { request, response } = exchangeOf('gemini', 'chat');
  const { reconify } = payloadOf('gemini');
  for (const absent of [{}, { response: null }]) {
    const { envelope, warnings } = read({ reconify, request, ...response, ...absent });
    assert.equal(envelope?.format, 'gemini');
    assert.deepEqual(warnings, ['response top_level_response']);
  }
});

test('response wins over Gemini response fields beside it, which count as unknown', () => {
  const { candidates } = exchangeOf('gemini', 'chat').response;
  const { envelope, warnings } = read({ ...payloadOf('gemini'), candidates });
  assert.ok(envelope);
  assert.deepEqual(warnings, ['candidates unknown_field']);
  assert.deepEqual(read({ ...payloadOf('gemini'), candidates, response: {} }).issues, [
    'response.candidates required',
  ]);
});

test('response fields at the top level are read only for Gemini', () => {
  const { issues } = reading({ response: undefined, candidates: [] });
  assert.deepEqual(issues, ['response required']);
});

test('the default timeout of the application applies if the payload has none', () => {
  assert.equal(readEnvelope(payloadOf(), RECEIVED, 25, new Notes())?.sessionTimeout, 25);
});

test('any payload yields an envelope or issues, and never throws', () => {
  const anything = fc.jsonValue();
  fc.assert(
    fc.property(
      fc.record(
        {
          reconify: fc.oneof(anything, fc.constant(payloadOf().reconify)),
          timestamps: anything,
          session: anything,
          sessionTimeout: anything,
          sessionTimeOut: anything,
          user: anything,
          request: fc.oneof(anything, fc.constant(payloadOf().request)),
          response: fc.oneof(anything, fc.constant(payloadOf().response)),
          candidates: anything,
        },
        { requiredKeys: [] },
      ),
      (payload) => {
        const { envelope, issues } = read(payload);
        assert.equal(envelope === null, issues.length > 0);
      },
    ),
    { numRuns: 300 },
  );
});
