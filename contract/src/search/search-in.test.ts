import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, Part, Role } from '../record.ts';
import { areNew, saidTexts } from './search-in.ts';

const said = (role: Role, text: string): Message => ({ role, content: [{ type: 'text', text }] });
const result = (text: string): Part => ({ type: 'tool_result', id: null, name: null, text });
const call: Part = { type: 'tool_call', id: null, name: 'look_up', arguments: '{}' };

/** The new texts of a request, each with who said it. */
const news = (input: Message[], previousUpstreamId: string | null = null) =>
  saidTexts({ input, previousUpstreamId }).flatMap(({ text, role, isNew }) =>
    isNew ? [`${role}: ${text}`] : [],
  );

test('in the first turn, everything is new, also the system prompt', () => {
  assert.deepEqual(news([said('system', 'rules'), said('user', 'one')]), ['system: rules', 'user: one']);
});

test('in a later turn, only what stands behind the last answer is new', () => {
  const history = [said('system', 'rules'), said('user', 'one'), said('assistant', 'two')];
  assert.deepEqual(news([...history, said('user', 'three')]), ['user: three']);
  assert.deepEqual(news([...history, said('user', 'three'), said('user', 'four')]), [
    'user: three',
    'user: four',
  ]);
  assert.deepEqual(news([...history, said('system', 'new rules'), said('user', 'three')]), [
    'system: new rules',
    'user: three',
  ]);
});

test('results of tools are new once, and those of a turn all at once', () => {
  const asked = [said('user', 'one'), { role: 'assistant' as const, content: [call] }];
  const answered: Message = { role: 'tool', content: [result('two'), result('three')] };
  assert.deepEqual(news([...asked, answered]), ['tool: two', 'tool: three']);
  assert.deepEqual(news([...asked, answered, said('assistant', 'four'), said('user', 'five')]), [
    'user: five',
  ]);
});

test('a result that the model passes on is said by its tool', () => {
  const passed: Message = { role: 'assistant', content: [result('found'), { type: 'text', text: 'so' }] };
  assert.deepEqual(news([said('user', 'one'), passed]), ['user: one', 'tool: found', 'assistant: so']);
});

test('the beginning of an answer that the client dictates is new, and does not hide the question', () => {
  assert.deepEqual(news([said('user', 'one'), said('assistant', 'Two, because')]), [
    'user: one',
    'assistant: Two, because',
  ]);
  const history = [said('user', 'one'), said('assistant', 'two')];
  assert.deepEqual(news([...history, said('user', 'three'), said('assistant', 'Four')]), [
    'user: three',
    'assistant: Four',
  ]);
});

test('a request that names the response before it repeats only its system prompt', () => {
  assert.deepEqual(news([said('system', 'rules'), said('user', 'two')], 'resp_1'), ['user: two']);
});

test('thinking and calls of tools are not searched', () => {
  const thought: Message = { role: 'assistant', content: [{ type: 'thinking', text: 'hm' }, call] };
  assert.deepEqual(saidTexts({ input: [thought] }), []);
  assert.deepEqual(areNew({ input: [] }), []);
});

test('a word that was said once is new in one turn of ten', () => {
  const history: Message[] = [said('system', 'rules')];
  const found: number[] = [];
  for (let turn = 1; turn <= 10; turn++) {
    history.push(said('user', turn === 3 ? 'needle' : `question ${turn}`));
    if (news(history).some((text) => text.includes('needle'))) found.push(turn);
    history.push(said('assistant', `answer ${turn}`));
  }
  assert.deepEqual(found, [3]);
});
