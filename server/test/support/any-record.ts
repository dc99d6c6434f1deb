/** Arbitrary records with the characters and numbers that break file formats. */
import { FORMATS, type Interaction } from '@parley/contract';
import fc from 'fast-check';
import { headOf, recordOf } from './interactions.ts';

const AWKWARD_TEXTS = [
  ...['"', ',', ';', "'", '\r', '\n', '\r\n', '\t', '\0', '\ud800', '\udc00', '\u2028', '\ufeff'],
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '=1+1', '-1', ' =1', '😀', '\\N', 'null', ' '],
];

export const anyText = fc
  .array(fc.oneof(fc.constantFrom(...AWKWARD_TEXTS), fc.string({ unit: 'grapheme', maxLength: 8 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

const name = fc.option(anyText.filter((text) => text !== ''));
const count = fc.option(fc.oneof(fc.nat(), fc.maxSafeNat()));
const anyUsd = fc.double({ min: 0, max: 1e6, noNaN: true });
const time = fc
  .date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

export const anyRecord: fc.Arbitrary<Interaction> = fc
  .record({
    id: fc.uuid(),
    format: fc.constantFrom(...FORMATS),
    model: name,
    requestedModel: name,
    requestedAt: time,
    respondedAt: time,
    receivedAt: time,
    latencyMs: count,
    session: name,
    sessionTimeout: fc.double({ min: 0.001, max: 1e6, noNaN: true }),
    user: fc.option(
      fc.record({
        key: name,
        userId: name,
        email: name,
        isAuthenticated: fc.option(fc.boolean()),
        firstName: name,
        lastName: name,
        phone: name,
        gender: name,
      }),
    ),
    outcome: fc.constantFrom('ok', 'error', 'blocked'),
    finishReasonRaw: name,
    inputText: anyText,
    outputText: anyText,
    toolCalls: fc.array(fc.record({ id: name, name: anyText, arguments: anyText }), { maxLength: 3 }),
    usage: fc.record({
      input: count,
      output: count,
      total: count,
      cachedInput: count,
      cacheWrite: count,
      reasoning: count,
    }),
    cost: fc.option(fc.record({ usd: anyUsd, source: anyText, stated: fc.option(anyUsd) })),
    upstreamId: name,
    error: fc.option(fc.record({ type: name, code: name, message: name })),
    warnings: fc.array(fc.record({ path: anyText, code: anyText, message: anyText }), { maxLength: 2 }),
  })
  .map((changes) => ({ ...recordOf(headOf()), ...changes }));

export async function* each<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items;
}

export async function bytesFrom(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks));
}
