import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LatePart } from '../cluster/late-parts.ts';
import type { InteractionHead } from '../envelope/journal-entry.ts';
import { logsBody, NO_LOGS, NO_SPAN } from '../otel/call-bodies.ts';
import { joinParts } from './telemetry-parts.ts';

const HEAD: InteractionHead = {
  kind: 'interaction',
  id: 'call',
  appId: 'app_1',
  receivedAt: 2,
  envelope: {
    format: 'otel',
    type: 'chat',
    version: '',
    session: null,
    sessionTimeout: 60,
    user: null,
    requestedAt: 1,
    respondedAt: 1,
    latencyMs: null,
  },
  warnings: [],
  verified: true,
};
const SPAN = Buffer.from('{"span":{}}');

function said(...texts: string[]): Buffer {
  return logsBody(texts.map((text) => Buffer.from(JSON.stringify(text))));
}

function part(id: string, ...texts: string[]): LatePart {
  return { id, appId: 'app_1', receivedAt: 1, request: NO_SPAN, response: said(...texts) };
}

test('parts of a call in the batch are joined in order of arrival, waiting ones first', () => {
  const call = { head: HEAD, request: SPAN, response: NO_LOGS };
  assert.deepEqual(joinParts([call], [part('call', 'third'), part('call', 'fourth', 'fifth')]), []);
  assert.deepEqual(joinParts([call], [part('call', 'first'), part('call', 'second')]), []);
  assert.equal(call.response.toString(), said('first', 'second', 'third', 'fourth', 'fifth').toString());
});

test('parts of a call outside the batch become one, in order of arrival', () => {
  const span = { ...part('other'), request: SPAN, response: NO_LOGS, head: { ...HEAD, id: 'other' } };
  const left = joinParts([], [part('other', 'b'), part('call', 'x'), span, part('other', 'a', 'b')]);
  assert.deepEqual(
    left.map(({ id, request, response }) => [id, request.toString(), response.toString()]),
    [
      ['other', SPAN.toString(), said('b', 'a').toString()],
      ['call', NO_SPAN.toString(), said('x').toString()],
    ],
  );
  assert.equal(left[0]?.head?.id, 'other');
});
