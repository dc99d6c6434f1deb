import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { awsFrame } from '../../test/support/aws-frames.ts';
import { failedResponse, requestOf, responseOf } from './bodies.ts';
import type { Answer } from './copy.ts';
import { readEventStream } from './event-stream.ts';
import type { Call } from './recognise.ts';

const OPENAI: Call = { format: 'openai', type: 'chat' };
const GEMINI: Call = { format: 'gemini', type: 'chat', model: { member: 'model', name: 'm' } };

function answer(text: string | Uint8Array, status = 200, type = 'application/json'): Answer {
  const bytes = [typeof text === 'string' ? new TextEncoder().encode(text) : text];
  return {
    status,
    headers: new Headers({ 'Content-Type': type }),
    bytes,
    firstAt: null,
    endedAt: 0,
    failure: null,
  };
}

test('a model that only the URL names becomes the first member, and the other bytes are unchanged', () => {
  assert.equal(requestOf(' { "a": 1.0 }', GEMINI), '{"model":"m", "a": 1.0 }');
  assert.equal(requestOf('{ }', GEMINI), '{"model":"m" }');
  assert.equal(requestOf('{"a":1}', OPENAI), '{"a":1}');
  for (const text of ['', '[]', 'a=b', 'null', '{"a":']) assert.equal(requestOf(text, OPENAI), null);
});

test('every response body becomes a JSON object', () => {
  const status = fc.constantFrom(200, 400, 500);
  const type = fc.constantFrom(
    'application/json',
    'text/event-stream',
    'application/vnd.amazon.eventstream',
    '',
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.json(), fc.uint8Array()),
      status,
      type,
      (text, code, contentType) => {
        const value = JSON.parse(responseOf(answer(text, code, contentType), OPENAI));
        assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value));
      },
    ),
  );
});

test('an error body that is not JSON keeps its text', () => {
  assert.deepEqual(JSON.parse(responseOf(answer('<h1>Bad gateway</h1>', 502, 'text/html'), OPENAI)), {
    error: { type: 'http_error', code: '502', message: '<h1>Bad gateway</h1>' },
  });
  const refused = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
  assert.deepEqual(JSON.parse(failedResponse(refused)), {
    error: { type: 'TypeError', code: 'ECONNREFUSED', message: 'fetch failed' },
  });
});

test('an error without a code gets the HTTP status and keeps the bytes of its body', () => {
  const heard = (text: string, call: Call = OPENAI) => responseOf(answer(text, 529), call);
  assert.equal(heard('{"error": {"type":"x"} }'), '{"httpStatus":529,"error": {"type":"x"} }');
  assert.equal(heard('{"error":{"code":null}}'), '{"httpStatus":529,"error":{"code":null}}');
  assert.equal(heard('{}'), '{"httpStatus":529}');
  assert.equal(
    heard('{"message":"Slower"}', { ...OPENAI, format: 'bedrock' }),
    '{"httpStatus":529,"message":"Slower"}',
  );
  for (const own of ['{"error":{"code":"slow"}}', '{"code":1010}']) assert.equal(heard(own), own);
  assert.equal(responseOf(answer('{"id":1}'), OPENAI), '{"id":1}');
});

test('complete Bedrock frames are parsed, truncated and broken ones are skipped', () => {
  const frames = [
    awsFrame('messageStart', { role: 'assistant' }),
    awsFrame('contentBlockDelta', { delta: { text: 'Straße' } }),
    awsFrame('throttlingException', { message: 'Slower' }, 'exception'),
  ];
  const whole = Buffer.concat(frames);
  assert.deepEqual(
    readEventStream(whole).map((event) => JSON.parse(event)),
    [
      { messageStart: { role: 'assistant' } },
      { contentBlockDelta: { delta: { text: 'Straße' } } },
      { throttlingException: { message: 'Slower' } },
    ],
  );
  for (let length = 0; length < whole.length; length++) {
    const complete = frames.filter((_, at) => Buffer.concat(frames.slice(0, at + 1)).length <= length).length;
    assert.equal(readEventStream(whole.subarray(0, length)).length, complete);
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const event of readEventStream(bytes)) assert.equal(typeof event, 'string');
    }),
  );
});
