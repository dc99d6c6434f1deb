import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFixtures } from '../../test/fixtures/formats.ts';
import { readExchange } from '../formats/index.ts';
import { promptParts } from './prompt-parts.ts';

test('the system text of every format is the text of the prompt', () => {
  const withText = new Set<string>();
  for (const { format, type, request, response } of loadFixtures()) {
    const { exchange } = readExchange(format, type, request, response);
    const { text } = promptParts(format, request, exchange, {});
    assert.equal(text !== '', exchange.input[0]?.role === 'system', format);
    if (text !== '') withText.add(format);
  }
  for (const format of ['openai', 'anthropic', 'gemini', 'bedrock', 'cohere'])
    assert.ok(withText.has(format), format);
});

test('tools of every shape are named first', () => {
  const definitions = [
    { tools: [{ type: 'function', function: { name: 'find', parameters: {} } }] },
    { tools: [{ name: 'find', input_schema: {} }] },
    { tools: [{ functionDeclarations: [{ name: 'find' }] }] },
    { config: { tools: [{ function_declarations: [{ name: 'find' }] }] } },
    { toolConfig: { tools: [{ toolSpec: { name: 'find', inputSchema: {} } }] } },
    { body: JSON.stringify({ tools: [{ name: 'find', input_schema: {} }] }) },
    { functions: [{ name: 'find' }] },
  ];
  for (const request of definitions) {
    const { tools } = promptParts('openai', request, { input: [], previousUpstreamId: null }, {});
    assert.equal(tools.length, 1);
    assert.match(tools[0] ?? '', /^find \{/);
  }
});

test('names and versions come from labels, or from the prompt that the upstream stores', () => {
  const of = (request: Record<string, unknown>, labels: Record<string, string>) => {
    const { name, version } = promptParts('openai', request, { input: [], previousUpstreamId: null }, labels);
    return [name, version];
  };
  assert.deepEqual(of({}, { prompt: 'agent', 'prompt.version': '3' }), ['agent', '3']);
  assert.deepEqual(of({ prompt: { id: 'pmpt_1', version: '2' } }, {}), ['pmpt_1', '2']);
  assert.deepEqual(of({ prompt: 'Once upon a time' }, {}), [null, null]);
});
