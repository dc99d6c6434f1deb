import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixtureOf, STARTED } from '../../../test/fixtures/telemetry.ts';
import type { Json } from '../../base/json.ts';
import { shorten } from '../../base/shorten.ts';
import { addressKey } from '../../envelope/user-key.ts';
import { gatherCall } from '../gather-call.ts';
import { signatureOf } from '../intake/call-signature.ts';
import type { Call } from '../telemetry.ts';
import { readSpan } from '../wire/read-span.ts';
import { type CallFacts, callFacts } from './call-facts.ts';
import { providerOf } from './provider.ts';
import { statedCostOf } from './stated-cost.ts';
import { readTokens } from './tokens.ts';

function callOf(span: Json, resource: Json = {}, scope = ''): Call {
  const read = readSpan(JSON.parse(fixtureOf('', { span, resource, scope }).texts.span ?? ''));
  const call = 'problem' in read ? null : gatherCall([read]);
  assert.ok(call !== null);
  return call;
}

function factsOf(span: Json, resource: Json = {}, receivedAt = STARTED + 1000): CallFacts {
  return callFacts(callOf(span, resource), receivedAt);
}

test('a time in the future is replaced by the time of receipt, with a warning', () => {
  const receivedAt = STARTED - 3 * 86_400_000;
  const { requestedAt, respondedAt, latencyMs, warnings } = factsOf({ took: 10 }, {}, receivedAt);
  assert.deepEqual([requestedAt, respondedAt, latencyMs], [receivedAt, receivedAt, null]);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['out_of_range', 'out_of_range'],
  );
});

test('a span that ends before it starts has no latency', () => {
  const { latencyMs, warnings } = factsOf({ took: -10 });
  assert.equal(latencyMs, null);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['before_request'],
  );
});

test('the trace of the interaction has the ids of the span', () => {
  const { trace } = factsOf({ parentSpanId: 'B7AD6B7169203332' });
  assert.deepEqual(trace, {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentSpanId: 'b7ad6b7169203332',
  });
});

test('invalid labels are left out, and the number of labels is limited', () => {
  const many = Array.from({ length: 40 }, (_, at) => [`parley.label.l${String(at).padStart(2, '0')}`, 'x']);
  const attributes = {
    ...Object.fromEntries(many),
    'parley.label.not a name': 'x',
    'parley.label.': 'x',
    'parley.label.a': 'y'.repeat(300),
    'parley.label.b': ['list'],
  };
  const { labels, warnings } = factsOf({ attributes });
  assert.equal(Object.keys(labels).length, 32);
  assert.equal(labels.a, shorten('y'.repeat(300), 256));
  assert.deepEqual(
    warnings.map(({ path, code }) => [path, code]),
    [
      ['labels', 'too_many'],
      ['labels.a', 'shortened'],
    ],
  );
  assert.equal('b' in labels || 'not a name' in labels || '' in labels, false);
});

test('values that are too long are shortened as in a payload, with digits of a hash and a warning', () => {
  const long = (end: string) => 'x'.repeat(300) + end;
  const email = `Jane@${'X'.repeat(300)}.com`;
  const attributes = {
    'session.id': long('a'),
    'user.id': long('b'),
    'user.email': email,
    'gen_ai.provider.name': long('c'),
    [`parley.label.${long('d')}`]: 'value',
    'parley.label.fits': 'y'.repeat(256),
    'langfuse.trace.tags': [long('e'), long('f'), 'short'],
  };
  const { session, user, provider, labels, warnings } = factsOf({ attributes });
  assert.equal(session, shorten(long('a'), 256));
  assert.deepEqual(user, { userId: shorten(long('b'), 256), email: shorten(addressKey(email), 256) });
  assert.equal(provider, shorten(long('c'), 64));
  assert.equal(providerOf(callOf({ attributes }).attributes), provider);
  assert.deepEqual(labels, {
    fits: 'y'.repeat(256),
    'tag.short': 'true',
    [shorten(long('d'), 64)]: 'value',
    // Distinct values remain distinct.
    [shorten(`tag.${long('e')}`, 64)]: 'true',
    [shorten(`tag.${long('f')}`, 64)]: 'true',
  });
  assert.deepEqual(
    warnings.map(({ path, code }) => `${path.slice(0, 12)} ${code}`),
    [
      'provider shortened',
      'session shortened',
      'user.userId shortened',
      'user.email shortened',
      'labels.xxxxx shortened',
      'labels.tag.x shortened',
      'labels.tag.x shortened',
    ],
  );
});

test('tags and metadata fill the space that other labels leave', () => {
  const many = Array.from({ length: 30 }, (_, at) => [`parley.label.z${String(at).padStart(2, '0')}`, 'x']);
  const metadata = JSON.stringify({ a: 1, b: 2, c: 3, z00: 'y' });
  const attributes = { ...Object.fromEntries(many), 'openinference.span.kind': 'LLM', metadata };
  const { labels } = factsOf({ attributes });
  assert.deepEqual([labels.a, labels.b, labels.c, labels.z00, labels.z29], ['1', '2', undefined, 'x', 'x']);
});

test('the signatures of one call from two libraries share the response id or the messages', () => {
  const namesOf = (attributes: Json) => {
    const read = readSpan(JSON.parse(fixtureOf('', { span: { took: 5, attributes } }).texts.span ?? ''));
    return 'problem' in read ? assert.fail() : (signatureOf(read)?.digests ?? []);
  };
  const said = {
    'llm.input_messages.0.message.content': 'Be brief.',
    'llm.input_messages.1.message.content': 'Name a river.',
    'llm.output_messages.0.message.content': 'The Elbe.',
  };
  const [byWords] = namesOf(said);
  const [ofPrompts] = namesOf({
    'gen_ai.prompt.0.content': 'Name a river.',
    'gen_ai.completion.0.content': 'The Elbe.',
  });
  assert.ok(byWords);
  assert.equal(byWords, ofPrompts);
  const others = ['llm.input_messages.1.message.content', 'llm.output_messages.0.message.content'];
  for (const name of others) assert.ok(!namesOf({ ...said, [name]: 'Another.' }).includes(byWords));
  const [byId] = namesOf({ 'gen_ai.response.id': 'chatcmpl-12345678' });
  assert.ok(byId);
  const written = JSON.stringify({ object: 'chat.completion', id: 'chatcmpl-12345678' });
  assert.deepEqual(namesOf({ 'output.value': written }), [byId]);
  // An id that only occurs inside the content.
  assert.deepEqual(namesOf({ 'output.value': JSON.stringify({ content: written }) }), []);
  assert.deepEqual(namesOf({ 'llm.model_name': 'gpt-4o' }), []);
});

test('the session can be an attribute of the resource', () => {
  assert.equal(factsOf({}, { 'session.id': 's' }).session, 's');
});

test('the first token is the first chunk with text, if the events say which have any', () => {
  const piece = (at: number, attributes: Json) => ({ name: 'llm.content.completion.chunk', at, attributes });
  const types = ['message_start', 'content_block_start', 'ping', 'content_block_delta', 'message_delta'];
  const typed = types.map((type, i) => piece(10 * i + 10, { 'chunk.type': type }));
  const contents = ['', '', 'Hello', ' you'].map((content, i) => piece(10 * i + 10, { content }));
  const silent = [piece(10, {}), piece(20, {})];
  const announcing = typed.slice(0, 2);
  for (const [events, first] of [
    [typed, 40],
    [contents, 30],
    [silent, 10],
    [announcing, 10],
  ] as const)
    assert.equal(factsOf({ took: 100, events }).firstTokenMs, first);
});

test('a time to first token beyond the end of the call is read as milliseconds', () => {
  const cases: [string, number, number][] = [
    ['gen_ai.client.operation.time_to_first_chunk', 0.25, 250],
    ['gen_ai.response.time_to_first_token', 0.25, 250],
    ['gen_ai.server.time_to_first_token', 250, 250],
    ['gen_ai.server.time_to_first_token', 5000, 5_000_000],
  ];
  for (const [name, value, ms] of cases)
    assert.equal(factsOf({ took: 900, attributes: { [name]: value } }).firstTokenMs, ms);
});

test('each provider has one name, whatever the dialect calls it', () => {
  const cases: [string, string][] = [
    ['openai', 'openai'],
    ['openai.responses', 'openai'],
    ['azure.ai.openai', 'azure'],
    ['az.ai.inference', 'azure'],
    ['azure.chat', 'azure'],
    ['Anthropic', 'anthropic'],
    ['anthropic.messages', 'anthropic'],
    ['gcp.gemini', 'google'],
    ['gcp.vertex_ai', 'google'],
    ['google.generative-ai', 'google'],
    ['vertexai', 'google'],
    ['aws.bedrock', 'aws'],
    ['amazon-bedrock', 'aws'],
    ['cohere.chat', 'cohere'],
    ['mistral_ai', 'mistral'],
    ['mistralai', 'mistral'],
    ['perplexity', 'perplexity'],
    ['groq', 'groq'],
    ['x_ai', 'xai'],
    ['xai.chat', 'xai'],
    ['togetherai', 'together'],
    ['fireworks_ai', 'fireworks'],
    ['deepseek', 'deepseek'],
    ['openrouter', 'openrouter'],
    ['Ollama', 'ollama'],
    ['vllm', 'vllm'],
    ['cerebras', 'cerebras'],
  ];
  for (const [named, provider] of cases)
    assert.equal(providerOf(new Map([['gen_ai.provider.name', named]])), provider);
  const hosts: [string, string][] = [
    ['api.anthropic.com', 'anthropic'],
    ['api.x.ai', 'xai'],
    ['api.deepseek.com', 'deepseek'],
    ['api.groq.com', 'groq'],
    ['api.together.xyz', 'together'],
    ['api.fireworks.ai', 'fireworks'],
    ['openrouter.ai', 'openrouter'],
    ['generativelanguage.googleapis.com', 'google'],
  ];
  for (const [host, provider] of hosts) {
    assert.equal(providerOf(new Map([['server.address', host]])), provider);
    const client = { 'gen_ai.provider.name': 'openai', 'server.address': host };
    assert.equal(providerOf(new Map(Object.entries(client))), provider);
  }
  assert.equal(providerOf(new Map()), null);
});

/** Name, attributes, scope, and the expected input and output tokens. */
const TOKENS: [string, Record<string, number>, string, [number | null, number | null]][] = [
  [
    'cache inside of the input',
    { 'cache_read.input_tokens': 60, 'cache_write.input_tokens': 20 },
    '',
    [100, 50],
  ],
  ['a cache larger than the input', { 'cache_read.input_tokens': 200 }, '', [300, 50]],
  ['a total with the cache on top', { cache_read_input_tokens: 60, total_tokens: 210 }, '', [160, 50]],
  ['a total without it', { cache_read_input_tokens: 60, total_tokens: 150 }, '', [100, 50]],
  [
    'a library that leaves it out',
    { cache_creation_input_tokens: 60 },
    '@traceloop/instrumentation-anthropic',
    [160, 50],
  ],
  ['no cache at all', { 'cache_read.input_tokens': 0 }, '@traceloop/instrumentation-anthropic', [100, 50]],
  ['reasoning inside of the output', { 'reasoning.output_tokens': 30 }, '', [100, 50]],
  ['reasoning larger than the output', { 'reasoning.output_tokens': 80 }, '', [100, 130]],
  ['a total with reasoning on top', { reasoning_tokens: 30, total_tokens: 180 }, '', [100, 80]],
  [
    'a total with both on top',
    { reasoning_tokens: 30, 'cache_read.input_tokens': 40, total_tokens: 220 },
    '',
    [140, 80],
  ],
];

test('empty usage details of Langfuse do not replace the token counts of the conventions', () => {
  const stated = { 'gen_ai.usage.input_tokens': 7, 'langfuse.observation.usage_details': '{}' };
  assert.equal(readTokens('', new Map<string, string | number>(Object.entries(stated))).input, 7);
});

for (const [name, more, scope, [input, output]] of TOKENS) {
  test(`input and output tokens are complete with ${name}`, () => {
    const stated = { input_tokens: 100, output_tokens: 50, ...more };
    const attributes = new Map(Object.entries(stated).map(([key, value]) => [`gen_ai.usage.${key}`, value]));
    const tokens = readTokens(scope, attributes);
    assert.deepEqual([tokens.input, tokens.output], [input, output]);
  });
}

test('the stated cost is the total, or the sum of its parts, in USD', () => {
  const details = (value: unknown) => ({ 'langfuse.observation.cost_details': JSON.stringify(value) });
  for (const [attributes, expected] of [
    [details({ input: 0.01, output: 0.02, total: 0.04 }), 0.04],
    [details({ input: 0.25, output: 0.5, cache: 'none', more: -1 }), 0.75],
    [details({}), null],
    [details([1]), null],
    [{ 'langfuse.observation.cost_details': '{' }, null],
    [{ 'llm.cost.total': 0.5, 'gen_ai.usage.cost': 7 }, 0.5],
    [{ 'llm.cost.total': '0.5', 'gen_ai.usage.cost': 7 }, 7],
    [{ 'gen_ai.cost.total_cost': 0 }, 0],
    [{ 'gen_ai.usage.cost': -1 }, null],
  ] as const)
    assert.equal(statedCostOf(new Map<string, string | number>(Object.entries(attributes))), expected);
});
