/** Payloads of a faulty client, which Parley rejects and keeps with the reason. */

import type { Payload } from './payload.ts';
import type { Random } from './random.ts';

export type BrokenPayload = { reconify: object };
type Mistake = (payload: Payload) => BrokenPayload;

const MISTAKES: readonly [Mistake, ...Mistake[]] = [
  ({ request: _, ...rest }) => rest,
  (payload) => ({ ...payload, reconify: { ...payload.reconify, type: 'image' } }),
  (payload) => ({ ...payload, reconify: { ...payload.reconify, version: '3' } }),
  (payload) => ({ ...payload, reconify: { ...payload.reconify, format: 'gpt' } }),
  (payload) => ({ ...payload, sessionTimeout: -5 }),
  (payload) => ({ ...payload, user: 'jane' }),
  (payload) => ({ ...payload, timestamps: { request: 'yesterday', response: 'today' } }),
  (payload) => ({ ...payload, response: 'ok' }),
];

export function brokenPayload(payload: Payload, random: Random): BrokenPayload {
  return random.pick(MISTAKES)(payload);
}
