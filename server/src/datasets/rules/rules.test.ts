/** Each rule refuses a line that breaks it: what the readers let through is no proof otherwise. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANTHROPIC } from './anthropic.ts';
import { GEMINI } from './gemini.ts';
import { OPENAI, PREFERENCE } from './openai.ts';
import { PLAIN } from './plain.ts';
import type { Rules } from './rule.ts';
import { SHAREGPT } from './sharegpt.ts';

const user = { role: 'user', content: 'a' };
const answer = { role: 'assistant', content: 'b' };
const call = (id: string, name = 'f', args = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const calling = { role: 'assistant', tool_calls: [call('1')] };
const result = { role: 'tool', tool_call_id: '1', content: 'c' };
const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const pair = {
  input: { messages: [user] },
  preferred_output: [answer],
  non_preferred_output: [{ ...answer, content: 'c' }],
};

const CASES: [string, Rules, unknown[], [unknown, RegExp][]][] = [
  [
    'OpenAI',
    OPENAI,
    [
      { messages: [user, answer] },
      { messages: [user, calling, result, answer], tools: [tool] },
      { messages: [user, calling] },
      { messages: [user, { ...answer, weight: 0 }, user, { ...answer, weight: 1 }] },
    ],
    [
      [{ messages: [] }, /messages/],
      [{ messages: [answer, user] }, /last message/],
      [{ messages: [user, { ...answer, weight: 0 }] }, /last message/],
      [{ messages: [user, { ...answer, weight: 2 }] }, /messages\.1/],
      [{ messages: [user, { role: 'assistant', content: ' ' }] }, /says something/],
      [{ messages: [{ role: 'model', content: 'a' }, answer] }, /messages\.0/],
      [{ messages: [{ ...user, extra: 1 }, answer] }, /messages\.0/],
      [{ messages: [user, result, answer] }, /answers no call/],
      [{ messages: [user, calling, answer] }, /has no result/],
      [{ messages: [user, { role: 'assistant', tool_calls: [call('1', 'not a name')] }] }, /letters, digits/],
      [
        { messages: [user, { role: 'assistant', tool_calls: [call('1', 'f', '[1]')] }] },
        /JSON text of an object/,
      ],
      [{ messages: [user, answer], tools: [tool, tool] }, /Two tools/],
      [
        { messages: [user, answer], tools: [{ ...tool, function: { name: 'f', parameters: {} } }] },
        /tools\.0/,
      ],
    ],
  ],
  [
    'preferences',
    PREFERENCE,
    [pair],
    [
      [{ ...pair, non_preferred_output: [answer] }, /the same/],
      [{ ...pair, preferred_output: [answer, answer] }, /preferred_output/],
      [{ ...pair, input: { messages: [user, answer] } }, /must not end/],
    ],
  ],
  [
    'Claude',
    ANTHROPIC,
    [{ system: 's', messages: [user, answer, user, answer] }, { messages: [user, answer] }],
    [
      [{ messages: [user] }, /from user to assistant/],
      [{ messages: [answer, user] }, /Message 1/],
      [{ messages: [user, user, answer, answer] }, /Message 2/],
      [{ messages: [user, { role: 'assistant', content: '' }] }, /Empty/],
      [{ messages: [user, answer], tools: [] }, /tools/],
    ],
  ],
  [
    'Gemini',
    GEMINI,
    [
      {
        contents: [
          { role: 'user', parts: [{ text: 'a' }] },
          { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
          { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] },
          { role: 'model', parts: [{ text: 'b' }] },
        ],
      },
    ],
    [
      [{ contents: [{ role: 'user', parts: [{ text: 'a' }] }] }, /from user to model/],
      [{ contents: [{ role: 'assistant', parts: [{ text: 'a' }] }] }, /contents\.0\.role/],
      [
        {
          contents: [
            { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] },
            { role: 'model', parts: [{ text: 'b' }] },
          ],
        },
        /does not answer/,
      ],
      [{ contents: [{ role: 'user', parts: [] }] }, /parts/],
    ],
  ],
  [
    'ShareGPT',
    SHAREGPT,
    [
      {
        conversations: [
          { from: 'human', value: 'a' },
          { from: 'function_call', value: '{}' },
          { from: 'observation', value: 'c' },
          { from: 'gpt', value: 'b' },
        ],
        tools: '[{"name":"f","parameters":{}}]',
      },
    ],
    [
      [{ conversations: [{ from: 'gpt', value: 'b' }] }, /from human/],
      [
        {
          conversations: [
            { from: 'human', value: 'a' },
            { from: 'human', value: 'a' },
          ],
        },
        /Message 2/,
      ],
      [
        {
          conversations: [
            { from: 'human', value: 'a' },
            { from: 'function_call', value: 'f()' },
          ],
        },
        /JSON text/,
      ],
      [
        {
          conversations: [
            { from: 'human', value: 'a' },
            { from: 'gpt', value: 'b' },
          ],
          tools: '{}',
        },
        /list of tools/,
      ],
    ],
  ],
  [
    'plain lines',
    PLAIN,
    [{ id: '01890a5d-ac96-774b-bcce-b302099a8057', input: [user], expected: 'b' }],
    [
      [{ id: '01890a5d-ac96-774b-bcce-b302099a8057', input: [user], expected: '' }, /Nothing/],
      [{ id: 'x', input: [user], expected: 'b' }, /id/],
    ],
  ],
];

for (const [name, { line }, good, bad] of CASES) {
  test(`the rules of ${name} take what is right and refuse what is not`, () => {
    for (const each of good) assert.equal(line(each), null, JSON.stringify(each));
    for (const [each, problem] of bad) assert.match(line(each) ?? 'taken', problem, JSON.stringify(each));
  });
}

test('a file may be too small or too large for the provider', () => {
  assert.deepEqual(OPENAI.file(10), []);
  assert.match(OPENAI.file(9).join(), /at least 10/);
  assert.match(ANTHROPIC.file(31).join(), /at least 32/);
  assert.match(ANTHROPIC.file(10_001).join(), /at most 10000/);
});
