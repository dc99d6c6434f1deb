import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListedInteraction, Message } from '@parley/contract';
import { rowOf } from './row.ts';

const said = (role: Message['role'], text: string): Message => ({ role, content: [{ type: 'text', text }] });

const INTERACTION: ListedInteraction = {
  id: '00000000-0000-4000-8000-000000000000',
  appId: 'app',
  format: 'openai',
  provider: 'openai',
  prompt: null,
  type: 'chat',
  version: '1',
  requestedAt: '2026-01-01T00:00:00.000Z',
  respondedAt: '2026-01-01T00:00:01.000Z',
  receivedAt: '2026-01-01T00:00:01.000Z',
  latencyMs: 1000,
  session: null,
  sessionTimeout: 30,
  user: null,
  labels: {},
  trace: null,
  firstTokenMs: null,
  previousUpstreamId: null,
  cost: null,
  warnings: [],
  model: 'm',
  requestedModel: 'm',
  outcome: 'ok',
  finishReason: 'stop',
  finishReasonRaw: 'stop',
  input: [
    said('system', 'Be brief.'),
    said('user', 'Hello'),
    said('assistant', 'Hi'),
    said('user', 'A  river?\nOne.'),
  ],
  output: [said('assistant', 'The Elbe.')],
  inputText: 'Be brief.\nHello\nHi\nA river?',
  outputText: 'The Elbe.',
  toolCalls: [],
  usage: { input: 1, output: 2, total: 3, cachedInput: null, cacheWrite: null, reasoning: null },
  upstreamId: null,
  error: null,
  texts: null,
  vectors: null,
};

describe('a row of the list', () => {
  it('it shows the last question on one line', () => {
    assert.equal(rowOf(INTERACTION).input.text, 'A river? One.');
  });

  it('it shows the tool result if nothing else was sent', () => {
    const result = { type: 'tool_result' as const, id: '1', name: null, text: '{"stock":3}' };
    const input = [said('system', 'Be brief.'), { role: 'tool' as const, content: [result] }];
    assert.equal(rowOf({ ...INTERACTION, input }).input.text, '{"stock":3}');
  });

  it('it shows the match of a search', () => {
    const highlights = {
      input: null,
      output: { role: 'assistant' as const, text: 'The Elbe.', matches: [[4, 8]] as [number, number][] },
    };
    const row = rowOf({ ...INTERACTION, highlights });
    assert.deepEqual(row.output.matches, [[4, 8]]);
    assert.equal(row.input.text, 'A river? One.');
  });

  it('a match names who said it, unless it is whom one expects there', () => {
    const matches: [number, number][] = [[4, 8]];
    const found = (role: 'user' | 'system' | 'tool') =>
      rowOf({ ...INTERACTION, highlights: { input: { role, text: 'The Elbe.', matches }, output: null } })
        .input;
    assert.deepEqual(found('user'), { text: 'The Elbe.', matches: [[4, 8]] });
    assert.deepEqual(found('system'), { text: 'System: The Elbe.', matches: [[12, 16]] });
  });

  it('an excerpt starts shortly before the match', () => {
    const text = '…and some more words before the river that somebody looked for';
    const found = text.indexOf('river');
    const matches: [number, number][] = [[found, found + 5]];
    const highlights = { input: { role: 'user' as const, text, matches }, output: null };
    const { input } = rowOf({ ...INTERACTION, highlights });
    assert.equal(input.text, '…before the river that somebody looked for');
    assert.deepEqual(
      input.matches.map(([from, to]) => input.text.slice(from, to)),
      ['river'],
    );
  });

  it('it shows the error if there is no answer', () => {
    const error = { type: 'overloaded_error', code: null, message: 'Overloaded' };
    assert.equal(
      rowOf({ ...INTERACTION, outcome: 'error', outputText: '', error }).output.text,
      'Overloaded',
    );
  });

  it('it shows the first line of the error instead of a partial answer', () => {
    const error = { type: null, code: '500', message: '\nThe stream broke.\n  at line 1' };
    const row = rowOf({ ...INTERACTION, outcome: 'error', outputText: 'The El', error });
    assert.equal(row.output.text, 'The stream broke.');
    assert.equal(row.errorCode, '500');
  });

  it('it shows the texts of an embedding, and its result', () => {
    const input = [said('user', 'A river')];
    const vectors = { count: 1, length: 1536, kept: false };
    const row = rowOf({
      ...INTERACTION,
      type: 'embedding',
      input,
      output: [],
      outputText: '',
      texts: 1,
      vectors,
    });
    assert.deepEqual([row.input.text, row.output.text], ['A river', '1 vector of 1,536']);
  });

  it('it shows the query of a ranking, and its result', () => {
    const input = [said('user', 'Which river?'), said('user', 'The Elbe')];
    const output = [
      { role: 'assistant' as const, content: [{ type: 'ranked' as const, index: 0, score: 0.9 }] },
    ];
    const row = rowOf({ ...INTERACTION, type: 'rerank', input, output, outputText: '', texts: 1 });
    assert.deepEqual([row.input.text, row.output.text], ['Which river?', '1 of 1 documents, best 0.9']);
  });

  it('it shows the tool calls if the answer has nothing else', () => {
    const toolCalls = [{ id: null, name: 'weather', arguments: '{"city":"Cork"}' }];
    assert.equal(
      rowOf({ ...INTERACTION, outputText: '', toolCalls }).output.text,
      'weather({"city":"Cork"})',
    );
  });
});
