import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixtureOf } from '../../../test/fixtures/telemetry.ts';
import type { Json } from '../../base/json.ts';
import { readLog } from '../wire/read-log.ts';
import { readSpan } from '../wire/read-span.ts';
import { classify, classifyLog } from './classify.ts';

function kindOf(attributes: Json, scope = ''): string {
  const span = readSpan(JSON.parse(fixtureOf('', { scope, span: { attributes } }).texts.span ?? ''));
  return 'problem' in span ? span.problem : classify(span);
}

function logKind(log: Json): string {
  const read = readLog(JSON.parse(fixtureOf('', { logs: [log] }).texts.logs[0] ?? ''));
  return 'problem' in read ? read.problem : classifyLog(read);
}

const CASES: [string, Json, string?][] = [
  ['call', { 'gen_ai.operation.name': 'chat' }],
  ['call', { 'gen_ai.operation.name': 'text_completion' }],
  ['call', { 'gen_ai.operation.name': 'generate_content' }],
  ['agent', { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.usage.output_tokens': 5 }],
  ['agent', { 'gen_ai.operation.name': 'create_agent' }],
  ['workflow', { 'gen_ai.operation.name': 'invoke_workflow' }],
  ['tool', { 'gen_ai.operation.name': 'execute_tool' }],
  ['embedding', { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'text-embedding-3-small' }],
  ['other', { 'gen_ai.operation.name': 'image_generation' }],
  ['rerank', { 'gen_ai.operation.name': 'rerank' }],
  ['other', { 'gen_ai.operation.name': 'retrieval' }],
  ['call', { 'llm.request.type': 'chat' }],
  ['embedding', { 'llm.request.type': 'embedding' }],
  ['rerank', { 'llm.request.type': 'rerank' }],
  ['workflow', { 'traceloop.span.kind': 'workflow' }],
  ['chain', { 'traceloop.span.kind': 'task' }],
  ['tool', { 'traceloop.span.kind': 'tool' }],
  ['call', { 'openinference.span.kind': 'LLM' }],
  ['chain', { 'openinference.span.kind': 'CHAIN' }],
  ['agent', { 'openinference.span.kind': 'AGENT' }],
  ['embedding', { 'openinference.span.kind': 'EMBEDDING' }],
  ['rerank', { 'openinference.span.kind': 'RERANKER' }],
  ['other', { 'openinference.span.kind': 'RETRIEVER' }],
  ['call', { 'ai.operationId': 'ai.streamObject.doStream' }],
  ['agent', { 'ai.operationId': 'ai.generateText', 'gen_ai.usage.output_tokens': 5 }],
  ['tool', { 'ai.operationId': 'ai.toolCall' }],
  ['embedding', { 'ai.operationId': 'ai.embed.doEmbed' }],
  ['embedding', { 'ai.operationId': 'ai.embedMany.doEmbed' }],
  ['chain', { 'ai.operationId': 'ai.embedMany' }],
  ['rerank', { 'ai.operationId': 'ai.rerank.doRerank' }],
  ['chain', { 'ai.operationId': 'ai.rerank' }],
  ['agent', { agent_name: 'a', model_name: 'gpt-4o', 'gen_ai.usage.output_tokens': 5 }, 'pydantic-ai'],
  ['tool', { 'gen_ai.tool.name': 'weather' }, 'pydantic-ai'],
  ['other', { 'gen_ai.operation.name': 'chat', 'logfire.span_type': 'pending_span' }],
  ['call', { 'gen_ai.request.model': 'gpt-4', 'gen_ai.usage.completion_tokens': 5 }],
  ['other', { 'gen_ai.request.model': 'text-embedding-3-small', 'gen_ai.usage.input_tokens': 5 }],
  ['call', { 'langfuse.observation.type': 'generation' }],
  ['agent', { 'langfuse.observation.type': 'agent' }],
  ['tool', { 'langfuse.observation.type': 'tool' }],
  ['chain', { 'langfuse.observation.type': 'span' }],
  [
    'embedding',
    { 'langfuse.observation.type': 'embedding', 'gen_ai.request.model': 'text-embedding-3-small' },
  ],
  ['call', { 'langfuse.observation.type': 'span', 'openinference.span.kind': 'LLM' }],
  ['other', { 'http.request.method': 'POST' }],
  ['other', { 'db.system': 'postgresql' }],
  ['other', {}],
];

for (const [kind, attributes, scope] of CASES) {
  test(`a span with ${JSON.stringify(attributes)} is ${kind}`, () => {
    assert.equal(kindOf(attributes, scope), kind);
  });
}

test('a log record is a call, a part of one, or neither', () => {
  const details = { eventName: 'gen_ai.client.inference.operation.details' };
  const attributes = { 'gen_ai.request.model': 'gpt-4o' };
  assert.equal(logKind({ ...details, attributes }), 'call');
  assert.equal(logKind({ ...details, attributes, traceId: '', spanId: '' }), 'call');
  assert.equal(logKind({ ...details, attributes: { 'gen_ai.input.messages': '[]' } }), 'part');
  assert.equal(logKind({ eventName: 'gen_ai.choice' }), 'part');
  assert.equal(logKind({ attributes: { 'event.name': 'gen_ai.user.message' } }), 'part');
  assert.equal(logKind({ eventName: 'gen_ai.choice', traceId: '', spanId: '' }), 'other');
  assert.equal(logKind({ body: 'claude_code.api_request' }), 'call');
  assert.equal(logKind({ body: 'claude_code.user_prompt' }), 'other');
  assert.equal(logKind({ body: 'started' }), 'other');
});
