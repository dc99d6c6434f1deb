import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionIn, threadOf } from './upstream-conversation.ts';

const REQUEST = { model: 'gpt-5-mini', input: 'And then?' };
const RESPONSE = { object: 'response', id: 'resp_2', output: [], store: true };
const SECOND = { upstreamId: 'resp_2', previousUpstreamId: 'resp_1' };
const FIRST = { upstreamId: 'resp_1', previousUpstreamId: null };
const nobody = () => undefined;

function session(request: object, response: object, ids = FIRST as Parameters<typeof sessionIn>[1]) {
  const thread = threadOf('openai', { ...REQUEST, ...request }, { ...RESPONSE, ...response });
  return thread && sessionIn(thread, ids, (id) => (id === 'resp_1' ? 'support' : undefined));
}

test('an exchange continues the session of the previous response, or one named by its id if that is unknown', () => {
  assert.equal(session({ previous_response_id: 'resp_1' }, {}, SECOND), 'support');
  const thread = threadOf('openai', REQUEST, RESPONSE);
  assert.equal(thread && sessionIn(thread, SECOND, nobody), 'resp_1');
});

test('an exchange starts a session that later ones can continue, unless it is not stored', () => {
  assert.equal(session({}, {}), 'resp_1');
  assert.equal(session({ store: false }, {}), null);
  assert.equal(session({}, { store: false }), null);
});

test('the upstream’s conversation takes precedence', () => {
  assert.equal(session({ conversation: 'conv_1' }, {}), 'conv_1');
  assert.equal(session({ conversation: { id: 'conv_2' } }, {}, SECOND), 'conv_2');
  assert.equal(session({}, { conversation: { id: 'conv_3' }, store: false }), 'conv_3');
});

test('a failed call stays in the session that it would have continued', () => {
  const failed = { error: { message: 'The server had an error.' } };
  const thread = threadOf('openai', { ...REQUEST, previous_response_id: 'resp_1' }, failed);
  assert.equal(
    thread && sessionIn(thread, { upstreamId: null, previousUpstreamId: 'resp_1' }, nobody),
    'resp_1',
  );
  assert.equal(thread && sessionIn(thread, { upstreamId: 'req_1', previousUpstreamId: null }, nobody), null);
});

test('only exchanges that an upstream stores have a session, and only with a valid name', () => {
  assert.equal(threadOf('openai', { messages: [] }, { object: 'chat.completion', id: 'chatcmpl-1' }), null);
  assert.equal(threadOf('anthropic', REQUEST, RESPONSE), null);
  assert.equal(session({ conversation: 'c'.repeat(257) }, {}), null);
});
