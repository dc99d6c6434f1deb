import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, Part } from '@parley/contract';
import fc from 'fast-check';
import { LARGE_BYTES } from './content.ts';
import { historyOf } from './history.ts';
import { Listing, listingOf } from './listing.ts';

const say = (role: Message['role'], text: string): Message => ({ role, content: [{ type: 'text', text }] });
const image: Message = {
  role: 'user',
  content: [{ type: 'media', kind: 'image', mimeType: 'image/png', url: null }],
};

const long = fc.integer({ min: 0, max: 9000 });
const text = fc
  .tuple(fc.constantFrom('a', '"', '\0', 'ö', '語', '😀', ' '), long)
  .map(([unit, times]) => unit.repeat(times));
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constantFrom('text' as const, 'thinking' as const, 'refusal' as const), text }),
  fc.record({ type: fc.constant('tool_call' as const), id: fc.option(text), name: text, arguments: text }),
  fc.record({ type: fc.constant('tool_result' as const), id: fc.option(text), name: fc.option(text), text }),
  fc.record({
    type: fc.constant('media' as const),
    kind: fc.constant('image' as const),
    mimeType: fc.option(text),
    url: fc.option(text),
  }),
  fc.record({ type: fc.constant('other' as const), name: text }),
);
const messages = fc.array(
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: fc.array(part, { maxLength: 3 }),
  }),
  { maxLength: 30 },
);

test('any listing is small and well formed, and marked if it is truncated', () => {
  fc.assert(
    fc.property(messages, messages, (input, output) => {
      const json = JSON.stringify(listingOf({ input, output }));
      assert.ok(Buffer.byteLength(json) < LARGE_BYTES, `${Buffer.byteLength(json)} bytes`);
      assert.ok(json.isWellFormed() && !/\\ud[89a-f]/i.test(json), 'no lone surrogates');
      const { told, truncated, ...listed } = Listing.parse(JSON.parse(json));
      if (truncated) {
        assert.equal(told?.input.length, listed.input.length);
        assert.equal(told?.output.length, listed.output.length);
      } else assert.deepEqual(listed, JSON.parse(JSON.stringify({ input, output })));
    }),
    { numRuns: 300 },
  );
});

test('media takes no space, so all texts beside it are listed', () => {
  const input = [image, say('user', 'What is on it?'), image];
  assert.deepEqual(listingOf({ input, output: [say('assistant', 'A river.')] }), {
    input,
    output: [say('assistant', 'A river.')],
  });
});

test('the newest input messages are listed, a long one is cut, and their place in the history is known', () => {
  const input = Array.from({ length: 50 }, (_, i) => say('user', `${i} ${'x'.repeat(1000)}`));
  input.push(say('user', `last ${'y'.repeat(100_000)}`));
  const listed = listingOf({ input, output: [] });
  assert.ok(listed.truncated);
  assert.match(JSON.stringify(listed.input.at(-1)), /last y+"/);
  assert.deepEqual(listed.input.slice(0, -1), input.slice(-listed.input.length, -1));
  assert.deepEqual(listed.told?.input, historyOf({ input, output: [] }).input.slice(-listed.input.length));
});

test('a URL that is too long is dropped, not cut', () => {
  const url = `https://example.com/${'x'.repeat(9000)}`;
  const input: Message[] = [
    { role: 'user', content: [{ type: 'media', kind: 'image', mimeType: null, url }] },
  ];
  const [message] = listingOf({ input, output: [] }).input;
  assert.deepEqual(message?.content, [{ type: 'media', kind: 'image', mimeType: null, url: null }]);
});
