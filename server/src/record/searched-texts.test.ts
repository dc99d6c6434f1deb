/** What search stores of a second turn, in every format: who said what anew, and what is history. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RecordedFormat } from '@parley/contract';
import { SECTIONS, searchedTexts, splitSections } from '../store/search/sections.ts';
import { readBodies } from './derive.ts';

type Case = {
  format: RecordedFormat;
  type: string;
  request: object;
  response: object;
  /** By section; empty where absent. */
  expect: Partial<Record<(typeof SECTIONS)[number] | 'output', string>>;
};

const SECOND_TURN = {
  user: 'And its mouth?',
  history: 'Be brief.\nWhich river?\nThe Elbe.',
  output: 'Cuxhaven.',
};
const WITHOUT_SYSTEM = { ...SECOND_TURN, history: 'Which river?\nThe Elbe.' };
const MESSAGES = [
  { role: 'user', content: 'Which river?' },
  { role: 'assistant', content: 'The Elbe.' },
  { role: 'user', content: 'And its mouth?' },
];
const SYSTEM = { role: 'system', content: 'Be brief.' };
const CHOICES = { choices: [{ message: { role: 'assistant', content: 'Cuxhaven.' } }] };

const CASES: Record<string, Case> = {
  'OpenAI chat completions': {
    format: 'openai',
    type: 'chat',
    request: { messages: [SYSTEM, ...MESSAGES] },
    response: CHOICES,
    expect: SECOND_TURN,
  },
  'OpenAI chat completions with results of tools': {
    format: 'openai',
    type: 'chat',
    request: {
      messages: [
        SYSTEM,
        { role: 'user', content: 'Which river?' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'rivers: Elbe' },
      ],
    },
    response: CHOICES,
    expect: { tool: 'rivers: Elbe', history: 'Be brief.\nWhich river?', output: 'Cuxhaven.' },
  },
  'OpenAI Responses with the response before': {
    format: 'openai',
    type: 'response',
    request: { instructions: 'Be brief.', previous_response_id: 'resp_1', input: 'And its mouth?' },
    response: {
      id: 'resp_2',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Cuxhaven.' }] }],
    },
    expect: { user: 'And its mouth?', history: 'Be brief.', output: 'Cuxhaven.' },
  },
  'OpenAI Responses with the whole conversation': {
    format: 'openai',
    type: 'response',
    request: {
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: 'Which river?' },
        { type: 'reasoning', summary: [] },
        { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'rivers: Elbe' },
      ],
    },
    response: {
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Cuxhaven.' }] }],
    },
    expect: { tool: 'rivers: Elbe', history: 'Be brief.\nWhich river?', output: 'Cuxhaven.' },
  },
  'Anthropic with the beginning of the answer': {
    format: 'anthropic',
    type: 'chat',
    request: {
      system: 'Be brief.',
      messages: [...MESSAGES, { role: 'assistant', content: 'Near ' }],
    },
    response: { role: 'assistant', content: [{ type: 'text', text: 'Cuxhaven.' }] },
    expect: { ...SECOND_TURN, output: 'Near Cuxhaven.' },
  },
  'Anthropic with results of tools': {
    format: 'anthropic',
    type: 'chat',
    request: {
      messages: [
        { role: 'user', content: 'Which river?' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'find', input: {} }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: 'rivers: Elbe' },
            { type: 'text', text: 'Go on.' },
          ],
        },
      ],
    },
    response: { role: 'assistant', content: [{ type: 'text', text: 'Cuxhaven.' }] },
    expect: { user: 'Go on.', tool: 'rivers: Elbe', history: 'Which river?', output: 'Cuxhaven.' },
  },
  'Bedrock Converse': {
    format: 'bedrock',
    type: 'chat',
    request: {
      system: [{ text: 'Be brief.' }],
      messages: MESSAGES.map(({ role, content }) => ({ role, content: [{ text: content }] })),
    },
    response: { output: { message: { role: 'assistant', content: [{ text: 'Cuxhaven.' }] } } },
    expect: SECOND_TURN,
  },
  Gemini: {
    format: 'gemini',
    type: 'chat',
    request: {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: MESSAGES.map(({ role, content }) => ({
        role: role === 'assistant' ? 'model' : role,
        parts: [{ text: content }],
      })),
    },
    response: { candidates: [{ content: { role: 'model', parts: [{ text: 'Cuxhaven.' }] } }] },
    expect: SECOND_TURN,
  },
  'Ollama chat': {
    format: 'ollama',
    type: 'chat',
    request: { messages: [SYSTEM, ...MESSAGES] },
    response: { message: { role: 'assistant', content: 'Cuxhaven.' } },
    expect: SECOND_TURN,
  },
  'Cohere chat': {
    format: 'cohere',
    type: 'chat',
    request: { messages: MESSAGES },
    response: { message: { role: 'assistant', content: [{ type: 'text', text: 'Cuxhaven.' }] } },
    expect: WITHOUT_SYSTEM,
  },
  'OpenTelemetry with messages as attributes': {
    format: 'otel',
    type: 'chat',
    request: spanOf({
      'gen_ai.system_instructions': [{ type: 'text', content: 'Be brief.' }],
      'gen_ai.input.messages': MESSAGES.map(({ role, content }) => ({
        role,
        parts: [{ type: 'text', content }],
      })),
      'gen_ai.output.messages': [
        { role: 'assistant', parts: [{ type: 'text', content: 'Cuxhaven.' }], finish_reason: 'stop' },
      ],
    }),
    response: {},
    expect: SECOND_TURN,
  },
  'OpenTelemetry with numbered attributes': {
    format: 'otel',
    type: 'chat',
    request: spanOf(
      Object.fromEntries([
        ...[SYSTEM, ...MESSAGES].flatMap(({ role, content }, i) => [
          [`gen_ai.prompt.${i}.role`, role],
          [`gen_ai.prompt.${i}.content`, content],
        ]),
        ['gen_ai.completion.0.role', 'assistant'],
        ['gen_ai.completion.0.content', 'Cuxhaven.'],
      ]),
    ),
    response: {},
    expect: SECOND_TURN,
  },
};

/** A call as it is stored, with these attributes; objects are sent as JSON. */
function spanOf(attributes: Record<string, unknown>): object {
  const all = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o', ...attributes };
  const span = {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    name: 'chat',
    attributes: Object.entries(all).map(([key, value]) => ({
      key,
      value: { stringValue: typeof value === 'string' ? value : JSON.stringify(value) },
    })),
  };
  return { resource: {}, scope: {}, span };
}

describe('the stored texts of a second turn', () => {
  for (const [name, { format, type, request, response, expect }] of Object.entries(CASES)) {
    test(name, () => {
      const { exchange } = readBodies(format, type, JSON.stringify(request), JSON.stringify(response));
      const { input, output } = searchedTexts(exchange);
      const stored = Object.fromEntries(splitSections(input).map(({ section, text }) => [section, text]));
      const wanted = Object.fromEntries(SECTIONS.map((section) => [section, expect[section] ?? '']));
      assert.deepEqual({ ...stored, output }, { ...wanted, output: expect.output });
    });
  }
});

test('a text cannot end its own section', () => {
  const input = [
    { role: 'system' as const, content: [{ type: 'text' as const, text: 'a\x1eb' }] },
    { role: 'user' as const, content: [{ type: 'text' as const, text: 'c\x1ed❤️' }] },
  ];
  const texts = searchedTexts({ input, outputText: '', previousUpstreamId: null });
  assert.equal(texts.input, 'c d❤️\x1e\x1ea b');
  assert.equal(texts.inputWords, 'c d \x1e\x1ea b');
});
