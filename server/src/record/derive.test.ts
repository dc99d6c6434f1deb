import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTwins, serverSentEvents } from '../formats/streams/twins.ts';
import { priceWith } from '../prices/price.ts';
import { type DeriveInput, derive } from './derive.ts';

const AT = Date.parse('2026-07-01T12:00:00Z');
const price = priceWith(() => []);

function input(
  format: DeriveInput['format'],
  type: string,
  request: unknown,
  response: unknown,
): DeriveInput {
  const bodies = { request: JSON.stringify(request), response: JSON.stringify(response) };
  return { appId: 'app_1', format, type, requestedAt: AT, ...bodies };
}

test('a stream is the same record, at the same cost, as its unstreamed twin', () => {
  for (const twin of loadTwins()) {
    const { name, format, type, request, response, chunks } = twin;
    const expected = derive(input(format, type, request, response), price);
    for (const sent of [{ chunks }, { stream: serverSentEvents(twin) }]) {
      assert.deepEqual(derive(input(format, type, request, sent), price), expected, name);
    }
  }
});

test('a universal response that is plain text is the answer', () => {
  const request = { model: 'house-llama', messages: [{ role: 'user', content: 'Name a river.' }] };
  const { outputText, outcome, usage, warnings } = derive(
    input('universal', 'chat', request, 'The Elbe.\n\ud83d\ude00'),
    price,
  );
  assert.deepEqual(
    [outputText, outcome, usage.output, warnings],
    ['The Elbe.\n\ud83d\ude00', 'ok', null, []],
  );
});
