import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fixtureOf, STARTED } from '../../test/fixtures/telemetry.ts';
import { isObject, type Json } from '../base/json.ts';
import { logsBody, readCall } from './call-bodies.ts';
import { otelExchange } from './exchange/otel-exchange.ts';
import { callFacts } from './facts/call-facts.ts';
import { statedCostOf } from './facts/stated-cost.ts';

const markdown = readFileSync(new URL('../../../docs/opentelemetry.md', import.meta.url), 'utf8');
const SOURCES = ['dialects', 'exchange', 'facts'];

const MINIMAL_CALL: Json = { span: { took: 10 } };
/** A minimal call of each dialect, to which attributes are added. */
const CALLS: Readonly<Record<string, readonly Json[]>> = {
  'In every dialect': [MINIMAL_CALL],
  'GenAI conventions': [MINIMAL_CALL, spanWith({ 'gen_ai.operation.name': 'embeddings' })],
  'GenAI conventions up to 1.36': [MINIMAL_CALL],
  OpenLLMetry: [
    MINIMAL_CALL,
    spanWith({
      'gen_ai.prompt.0.content': 'hi',
      'gen_ai.prompt.1.role': 'tool',
      'gen_ai.completion.1.tool_calls.0.name': 'look',
    }),
    spanWith({ 'llm.request.type': 'embedding' }),
  ],
  OpenInference: [
    spanWith({ 'openinference.span.kind': 'LLM' }),
    spanWith({ 'openinference.span.kind': 'LLM', 'llm.output_messages.0.message.role': 'assistant' }),
    spanWith({ 'openinference.span.kind': 'EMBEDDING' }),
    spanWith({
      'openinference.span.kind': 'RERANKER',
      'reranker.input_documents.1.document.id': 'b',
      'reranker.output_documents.1.document.id': 'b',
    }),
  ],
  'Vercel AI SDK': [
    MINIMAL_CALL,
    spanWith({ 'ai.operationId': 'ai.embed.doEmbed' }),
    spanWith({ 'ai.operationId': 'ai.rerank.doRerank' }),
  ],
  'Pydantic AI and logfire': [
    MINIMAL_CALL,
    spanWith({
      'gen_ai.system': 'openai',
      request_data: '{"model":"gpt-4o","messages":[{"role":"user","content":"hi"}]}',
      response_data: '{"message":{"role":"assistant","content":"ho"}}',
    }),
  ],
  Langfuse: [
    spanWith({ 'langfuse.observation.type': 'generation' }),
    spanWith({ 'langfuse.observation.type': 'embedding' }),
  ],
  'Claude Code': [
    {
      logs: [{ body: 'claude_code.api_request', at: 5000, attributes: { duration_ms: 1, input_tokens: 1 } }],
    },
  ],
};

/** Values of attributes: words, numbers, hosts, and messages of every dialect. */
const VALUES: readonly unknown[] = [
  'sample',
  'completion',
  'tool',
  7,
  503,
  'api.mistral.ai',
  '{"model":"asked"}',
  '[{"role":"user","parts":[{"type":"text","content":"said"}]}]',
  '[{"role":"user","content":"said"}]',
  '[{"role":"assistant","parts":[{"type":"tool_call","id":"1","name":"look"}],"finish_reason":"tool"}]',
  '[{"toolCallId":"1","toolName":"look","input":"{}"}]',
  '[{"mediaType":"image/png","url":"https://example.com/a.png"}]',
  '{"anthropic":{"cacheReadInputTokens":7,"cacheCreationInputTokens":9}}',
  '{"model":"gpt-4o","messages":[{"role":"user","content":"other"}]}',
  '{"message":{"role":"assistant","content":"other"}}',
  '[{"event.name":"gen_ai.user.message","content":"said"},{"event.name":"gen_ai.choice","content":"so"}]',
  '{"input":7,"output":8,"total":40,"input_cached_tokens":9,"input_cache_creation":5,"output_reasoning":3}',
  '"2025-10-09T08:53:20.300Z"',
  '["beta"]',
  '[0.5,0.25]',
  [0.5, 0.25],
  '{"index":0,"relevanceScore":0.5}',
  'ERROR',
];
/** Attributes of an event of any name. */
const EVENT = {
  content: 'said',
  message: '{"content":"said"}',
  finish_reason: 'stop',
  'gen_ai.prompt': 'said',
  'gen_ai.completion': 'said',
  'exception.type': 'Timeout',
  'exception.message': 'It took too long.',
};
const SPAN_MEMBERS: Json = {
  traceId: 'f'.repeat(32),
  spanId: 'f'.repeat(16),
  parentSpanId: 'f'.repeat(16),
  startTimeUnixNano: `${STARTED - 5}000000`,
  endTimeUnixNano: `${STARTED + 500}000000`,
  status: { code: 2, message: 'It failed.' },
};

for (const [dialect, calls] of Object.entries(CALLS)) {
  const rows = rowsOf(dialect);

  test(`every source that docs/opentelemetry.md names for a field of ${dialect} changes that field`, () => {
    assert.ok(rows.length > 0);
    for (const [field, source] of rows) {
      for (const named of namedIn(source)) {
        // Some sources are read only for failed calls.
        const matters = [...calls, ...calls.map(failing)].some((call) => fieldChanges(call, field, named));
        assert.ok(matters, `${dialect}: ${field} does not come from ${named.where} ${named.name}`);
      }
    }
  });
}

test('docs/opentelemetry.md has a table for every tested dialect and no other', () => {
  const [, section = ''] = markdown.split('## Where each field comes from');
  const titles = [...section.matchAll(/^### (.+)$/gm)].map(([, title]) => title);
  assert.deepEqual(titles, Object.keys(CALLS));
});

test('docs/opentelemetry.md names every attribute that is read', () => {
  const dotted =
    /'((?:gen_ai|llm|ai|embedding|reranker|traceloop|openinference|logfire|langfuse|enduser|user|session)\.[\w.]+)'/g;
  const missing = new Set<string>();
  for (const source of sources()) {
    for (const [, name = ''] of source.matchAll(dotted))
      if (!markdown.includes(name.replaceAll('.0.', '.N.')) && !markdown.includes(name)) missing.add(name);
  }
  assert.deepEqual([...missing], []);
});

type Named = { where: 'attribute' | 'resource' | 'event' | 'span'; name: string };

function rowsOf(dialect: string): [field: string, source: string][] {
  const section = markdown.split(/^### /m).find((each) => each.startsWith(`${dialect}\n`)) ?? '';
  const lines = section.split(/^#/m)[0]?.split('\n') ?? [];
  return lines
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, field = '']) => field !== '' && field !== 'field' && !field.startsWith('-'))
    .map(([, field = '', source = '']) => [field, source]);
}

function namedIn(source: string): Named[] {
  const found = source.matchAll(/(resource |event |span )?`([^`]+)`/g);
  return [...found].map(([, where = 'attribute', name = '']) => {
    const kind = where.trim();
    return { where: isPlace(kind) ? kind : 'attribute', name };
  });
}

function isPlace(text: string): text is Named['where'] {
  return ['attribute', 'resource', 'event', 'span'].includes(text);
}

function fieldChanges(call: Json, field: string, named: Named): boolean {
  const before = readField(call, field);
  return variantsWith(call, named).some((changed) => readField(changed, field) !== before);
}

/** The call with the named source added, in every possible way. */
function variantsWith(call: Json, { where, name }: Named): Json[] {
  const span = isObject(call.span) ? call.span : {};
  if (where === 'span') return [{ ...call, span: { ...span, [name]: SPAN_MEMBERS[name] } }];
  if (where === 'event')
    return [{ ...call, span: { ...span, events: [{ name, at: 3, attributes: EVENT }] } }];
  const key = name.replace('NAME', 'team').replaceAll('.N.', '.0.');
  return VALUES.flatMap((value) => {
    const added = { [key]: value };
    if (where === 'resource') return [{ ...call, resource: added }];
    return [withAttributes(call, added), withAttributes(call, { [name.replaceAll('.N.', '.1.')]: value })];
  });
}

function spanWith(attributes: Json): Json {
  return { span: { attributes } };
}

function withAttributes(call: Json, added: Json): Json {
  if (isObject(call.span)) return { ...call, span: plus(call.span, added) };
  return { ...call, logs: Array.isArray(call.logs) ? call.logs.map((log) => plus(log, added)) : [] };
}

function plus(record: unknown, added: Json): Json {
  const { attributes, ...rest } = isObject(record) ? record : {};
  return { ...rest, attributes: { ...(isObject(attributes) ? attributes : {}), ...added } };
}

function failing(call: Json): Json {
  if (isObject(call.span)) return { ...call, span: { ...call.span, status: { code: 2 } } };
  const logs = Array.isArray(call.logs) ? call.logs : [];
  return { ...call, logs: logs.map((log) => ({ ...log, body: 'claude_code.api_error' })) };
}

function readField(file: Json, field: string): string {
  const { span, logs } = fixtureOf('', file).texts;
  const call = readCall(parsed(span), parsed(logsBody(logs.map((log) => Buffer.from(log))).toString()));
  assert.ok(call);
  let value: unknown = {
    ...otelExchange(call).exchange,
    ...callFacts(call, STARTED + 60_000),
    cost: { stated: statedCostOf(call.attributes) },
  };
  for (const key of field.split('.')) value = isObject(value) ? value[key] : undefined;
  return JSON.stringify(value) ?? '';
}

function parsed(text: string | null): Json {
  const value: unknown = JSON.parse(text ?? '{}');
  return isObject(value) ? value : {};
}

function sources(): string[] {
  return SOURCES.flatMap((folder) =>
    readdirSync(new URL(`./${folder}`, import.meta.url))
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(`./${folder}/${file}`, import.meta.url), 'utf8')),
  );
}
