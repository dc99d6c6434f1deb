import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, Role } from '@parley/contract';
import { foldable, promptChanges, settingChanges } from './prompt-changes.ts';

const said = (role: Role, text: string): Message => ({ role, content: [{ type: 'text', text }] });
const turn = (input: Message[], output: Message[] = []) => ({
  input,
  output,
  model: 'gpt-4o-2024',
  requestedModel: 'gpt-4o',
});
const FIRST_TURN = turn([said('system', 'Be kind.'), said('user', 'Hello')], [said('assistant', 'Hi')]);

describe('changes of a prompt', () => {
  it('a message is new if the previous turn neither sent nor received it', () => {
    const now = turn([...FIRST_TURN.input, ...FIRST_TURN.output, said('user', 'And now?')]);
    const changes = promptChanges(FIRST_TURN, now);
    assert.deepEqual([...changes.repeated], [1, 2]);
    assert.deepEqual([changes.added, changes.removed, changes.system], [1, 0, null]);
  });

  it('the second "yes" of a conversation differs from the first', () => {
    const before = turn([said('user', 'yes')], [said('assistant', 'Sure?')]);
    const now = turn([said('user', 'yes'), said('assistant', 'Sure?'), said('user', 'yes')]);
    assert.deepEqual([...promptChanges(before, now).repeated], [0, 1]);
  });

  it('omitted messages are counted, except an answer that was not sent back', () => {
    const before = turn([said('user', 'One'), said('user', 'Two')], [said('assistant', 'Three')]);
    const { repeated, added, removed } = promptChanges(
      before,
      turn([said('user', 'Two'), said('user', 'Four')]),
    );
    assert.deepEqual([[...repeated], added, removed], [[0], 1, 1]);
  });

  it('an answer is recognised without its thinking, and a call under another id', () => {
    const thought: Message = {
      role: 'assistant',
      content: [
        { type: 'thinking', text: 'Hm' },
        { type: 'tool_call', id: 'a', name: 'date', arguments: '{}' },
      ],
    };
    const sent: Message = {
      role: 'assistant',
      content: [{ type: 'tool_call', id: 'b', name: 'date', arguments: '{}' }],
    };
    const before = turn([said('user', 'When?')], [thought]);
    assert.equal(promptChanges(before, turn([said('user', 'When?'), sent])).added, 0);
  });

  it('a call whose result is new is not collapsed', () => {
    const call: Message = {
      role: 'assistant',
      content: [{ type: 'tool_call', id: 'a', name: 'date', arguments: '{}' }],
    };
    const result: Message = {
      role: 'tool',
      content: [{ type: 'tool_result', id: 'a', name: null, text: 'May' }],
    };
    const messages = [said('user', 'When?'), call, result];
    assert.deepEqual([...foldable(messages, new Set([0, 1]))], [0]);
    assert.deepEqual([...foldable([...messages, said('user', 'And?')], new Set([0, 1, 2]))], [0, 1, 2]);
  });

  it('the system prompt is compared line by line', () => {
    const [before, now] = [turn([said('system', 'Be kind.\nBe brief.')]), turn([said('system', 'Be kind.')])];
    assert.deepEqual(promptChanges(before, now).system, [
      { kind: 'same', item: 'Be kind.' },
      { kind: 'removed', item: 'Be brief.' },
    ]);
  });
});

describe('changes of request parameters', () => {
  const changes = (before: unknown, after: unknown) =>
    settingChanges({ ...FIRST_TURN, request: before }, { ...FIRST_TURN, request: after });

  it('parameters are listed by path, without messages', () => {
    assert.deepEqual(
      changes(
        { model: 'a', messages: [1], temperature: 0.2, stream: true, generationConfig: { topP: 1, topK: 3 } },
        { model: 'b', messages: [2], temperature: 0.7, stream: true, generationConfig: { topK: 3 } },
      ).parameters,
      [
        { name: 'temperature', before: '0.2', after: '0.7' },
        { name: 'generationConfig.topP', before: '1', after: null },
      ],
    );
  });

  it('recorded keys are not shown', () => {
    const recorded = {
      headers: { Authorization: 'Bearer sk-1' },
      api_key: 'sk-2',
      options: { apiKey: 'sk-3' },
    };
    assert.deepEqual(changes({}, recorded).parameters, []);
  });

  it('a changed model is shown in every format', () => {
    const asked = { ...FIRST_TURN, request: null };
    assert.deepEqual(settingChanges(asked, { ...asked, requestedModel: 'gpt-5' }).parameters, [
      { name: 'model', before: 'gpt-4o', after: 'gpt-5' },
    ]);
  });

  const SHAPES: [string, (names: string[]) => unknown][] = [
    ['OpenAI', (names) => ({ tools: names.map((name) => ({ type: 'function', function: { name } })) })],
    ['Anthropic', (names) => ({ tools: names.map((name) => ({ name, input_schema: {} })) })],
    ['Gemini', (names) => ({ tools: [{ functionDeclarations: names.map((name) => ({ name })) }] })],
    [
      'Gemini SDK',
      (names) => ({ config: { tools: [{ functionDeclarations: names.map((name) => ({ name })) }] } }),
    ],
    ['Converse', (names) => ({ toolConfig: { tools: names.map((name) => ({ toolSpec: { name } })) } })],
    ['Bedrock', (names) => ({ body: JSON.stringify({ tools: names.map((name) => ({ name })) }) })],
  ];
  for (const [format, request] of SHAPES) {
    it(`added and removed tools are shown: ${format}`, () => {
      const { tools, parameters } = changes(request(['date', 'map']), request(['map', 'search']));
      assert.deepEqual(
        tools.map(({ name, before, after }) => [name, before !== null, after !== null]),
        [
          ['date', true, false],
          ['search', false, true],
        ],
      );
      assert.deepEqual(parameters, []);
    });
  }

  it('changed tool descriptions are shown', () => {
    const { tools } = changes(
      { tools: [{ name: 'map', description: 'a' }] },
      { tools: [{ name: 'map', description: 'b' }] },
    );
    assert.equal(tools[0]?.name, 'map');
    assert.ok(tools[0]?.before && tools[0].after);
  });
});
