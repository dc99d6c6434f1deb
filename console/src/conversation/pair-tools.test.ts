import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, Part } from '@parley/contract';
import { pairAcross, pairTools } from './pair-tools.ts';

const call = (id: string | null, name: string): Part => ({ type: 'tool_call', id, name, arguments: '{}' });
const result = (id: string | null, name: string | null, text: string): Part => ({
  type: 'tool_result',
  id,
  name,
  text,
});
const said = (role: Message['role'], ...content: Part[]): Message => ({ role, content });

/** `name → result` of every call, and the results without a call. */
function outline(messages: Message[]): string[] {
  return pairTools(messages).flatMap(({ parts }) =>
    parts.map((part) => {
      if (part.type === 'tool') return `${part.call.name} → ${part.result?.text ?? ''}`;
      return part.type === 'tool_result' ? `alone: ${part.text}` : part.type;
    }),
  );
}

describe('tool results', () => {
  it('results are paired with calls by id, in any order', () => {
    assert.deepEqual(
      outline([
        said('assistant', call('1', 'date'), call('2', 'weather')),
        said('tool', result('2', null, 'rain'), result('1', null, 'May')),
      ]),
      ['date → May', 'weather → rain'],
    );
  });

  it('results are paired with calls by name if there are no ids', () => {
    assert.deepEqual(
      outline([
        said('assistant', call(null, 'date'), call(null, 'weather')),
        said('tool', result(null, 'weather', 'rain'), result(null, null, 'May')),
      ]),
      ['date → May', 'weather → rain'],
    );
  });

  it('a result without an earlier call is shown separately', () => {
    assert.deepEqual(
      outline([said('tool', result('1', 'date', 'May')), said('assistant', call('1', 'date'))]),
      ['alone: May', 'date → '],
    );
  });

  it('a message emptied by pairing is removed, and one that was empty stays', () => {
    const shown = pairTools([
      said('assistant', call('1', 'date')),
      said('tool', result('1', null, 'May')),
      said('assistant'),
    ]);
    assert.deepEqual(
      shown.map(({ index }) => index),
      [0, 2],
    );
  });
});

describe('tool results across turns', () => {
  const turns = [
    [said('user', { type: 'text', text: 'Rain today?' }), said('assistant', call('1', 'weather'))],
    [said('tool', result('1', null, 'rain')), said('assistant', { type: 'text', text: 'Yes.' })],
    [said('tool', result('9', null, 'nobody asked'))],
    [],
  ];

  it('a result is paired with the call of the previous turn, and removed from its own', () => {
    const [first, second] = pairAcross(turns);
    const [tool] = first?.at(-1)?.parts ?? [];
    assert.ok(tool?.type === 'tool');
    assert.equal(tool.result?.text, 'rain');
    assert.deepEqual(
      second?.map(({ role }) => role),
      ['assistant'],
    );
  });

  it('a result without a call stays in its turn, and every turn keeps its own messages', () => {
    const shown = pairAcross(turns);
    assert.deepEqual(
      shown.map((messages) => messages.map(({ role }) => role)),
      [['user', 'assistant'], ['assistant'], ['tool'], []],
    );
    assert.deepEqual(pairAcross([]), []);
  });
});
