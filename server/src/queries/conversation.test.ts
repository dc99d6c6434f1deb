import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, Role } from '@parley/contract';
import { historyOf } from '../store/rows/history.ts';
import { listingOf } from '../store/rows/listing.ts';
import { newMessages } from './conversation.ts';

const say = (role: Role, text: string): Message => ({ role, content: [{ type: 'text', text }] });
type Turn = { input: Message[]; output: Message[] };
const newInput = (turns: readonly Turn[]) =>
  newMessages(turns.map((turn) => ({ ...turn, history: historyOf(turn) })));
const added = (turns: readonly Turn[]) =>
  newInput(turns).map((messages) =>
    messages.map(({ content }) => content.map((part) => ('text' in part ? part.text : part.type)).join()),
  );

test('repeated history is shown once', () => {
  const first = [say('system', 'be brief'), say('user', 'hello')];
  const second = [...first, say('assistant', 'hi'), say('user', 'bye')];
  assert.deepEqual(
    added([
      { input: first, output: [say('assistant', 'hi')] },
      { input: second, output: [say('assistant', 'bye')] },
    ]),
    [['be brief', 'hello'], ['bye']],
  );
});

test('the same message said again is new', () => {
  const first = [say('user', 'yes')];
  const output = [say('assistant', 'sure?')];
  const second = [...first, ...output, say('user', 'yes')];
  assert.deepEqual(
    added([
      { input: first, output },
      { input: second, output: [] },
    ]),
    [['yes'], ['yes']],
  );
  assert.deepEqual(
    added([
      { input: first, output },
      { input: first, output },
    ]),
    [['yes'], ['yes']],
  );
});

test('a history that lost its beginning adds only the new prompt', () => {
  const turns = [
    { input: [say('user', 'one')], output: [say('assistant', 'uno')] },
    {
      input: [say('user', 'one'), say('assistant', 'uno'), say('user', 'two')],
      output: [say('assistant', 'dos')],
    },
    { input: [say('user', 'two'), say('assistant', 'dos'), say('user', 'three')], output: [] },
  ];
  assert.deepEqual(added(turns), [['one'], ['two'], ['three']]);
});

test('thinking that is not sent back and spaces around a text make no difference', () => {
  const output: Message[] = [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'hi ' },
      ],
    },
  ];
  const turns = [
    { input: [say('user', 'a')], output },
    { input: [say('user', 'a'), say('assistant', 'hi'), say('user', 'b')], output: [] },
  ];
  assert.deepEqual(added(turns), [['a'], ['b']]);
});

test('tool results are new when they first occur', () => {
  const call: Message = {
    role: 'assistant',
    content: [{ type: 'tool_call', id: '1', name: 'f', arguments: '{}' }],
  };
  const result: Message = {
    role: 'tool',
    content: [{ type: 'tool_result', id: '1', name: 'f', text: '42' }],
  };
  const turns = [
    { input: [say('user', 'a')], output: [call] },
    { input: [say('user', 'a'), call, result], output: [] },
  ];
  assert.deepEqual(newInput(turns)[1], [result]);
});

test('with partly listed histories, the same messages are new as with whole ones', () => {
  const filler = 'x'.repeat(3000);
  const history: Message[] = [];
  const whole: Turn[] = [];
  for (let i = 0; i < 40; i++) {
    // Two results in a row, as of parallel tool calls; the first equals an earlier message.
    const asked = [say('tool', 'ok'), say('user', `${filler} ${i}`)];
    const output = [say('assistant', i % 3 === 0 ? 'ok' : `answer ${i}`)];
    history.push(...asked);
    whole.push({ input: [...history], output });
    history.push(...output);
  }
  const listed = whole.map((turn) => {
    const { told, ...listing } = listingOf(turn);
    return { ...listing, history: told ?? historyOf(turn) };
  });
  assert.ok(listed.some(({ input }, i) => input.length < (whole[i]?.input.length ?? 0)));
  assert.deepEqual(newMessages(listed), newInput(whole));
});
