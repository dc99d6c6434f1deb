import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, Role } from '@parley/contract';
import { hasMatch, matchesOf, searchMarks, termsOf } from './search-marks.ts';

const say = (role: Role, text: string): Message => ({ role, content: [{ type: 'text', text }] });
const TURN = {
  input: [say('system', 'Elbe'), say('user', 'Elbe?'), say('assistant', 'Elbe!'), say('user', 'Elbe')],
  previousUpstreamId: null,
};
/** Places of the messages in which a word is marked; 4 is the answer. */
const marked = (where?: 'user' | 'assistant' | 'system' | 'tool' | 'any') => {
  const marks = searchMarks({ q: 'elbe', ...(where ? { in: where } : {}) }, TURN);
  return [...TURN.input, say('assistant', 'Elbe')].flatMap(({ role }, index) =>
    termsOf(marks, role, index).length > 0 ? index : [],
  );
};

test('words are marked in what the search looks at, not in the history that a turn repeats', () => {
  assert.deepEqual(marked(), [3, 4]);
  assert.deepEqual(marked('user'), [3]);
  assert.deepEqual(marked('assistant'), [4]);
  assert.deepEqual(marked('tool'), []);
  assert.deepEqual(marked('any'), [0, 1, 2, 3, 4]);
});

test('words match as the server matches them: whole, in any case, phrases in order', () => {
  const { terms } = searchMarks({ q: 'harbour "left the"' });
  assert.deepEqual(matchesOf('Harbour! The ship LEFT the harbour, harbours remain.', terms), [
    [0, 7],
    [18, 26],
    [27, 34],
  ]);
  assert.equal(hasMatch('harbours', terms), false);
});

test('without a search nothing is marked', () => {
  assert.deepEqual(searchMarks({}).terms, []);
  assert.equal(hasMatch('anything', []), false);
});
