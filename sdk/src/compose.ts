/** The payload of an exchange, without the keys: those are added when it is sent, and are kept nowhere else. */
import { joined } from './bytes.ts';
import type { Context, Exchange, Timestamps } from './payload.ts';

/** Of the API that payloads are written for. */
const API_VERSION = '3.1.0';
const BEGINNING = '{"reconify":{';

export type Heading = Pick<Exchange, 'format' | 'type' | 'provider'> & {
  timestamps: Timestamps | undefined;
  context: Context;
};

/** `request` and `response` are JSON already, and stay the bytes that they are. */
export function compose(
  { format, type, provider, timestamps, context }: Heading,
  request: string,
  response: string,
): string {
  const header = JSON.stringify({ format, type, version: API_VERSION, provider }).slice(1);
  const { session, sessionTimeout, user, labels, trace } = context;
  const rest = JSON.stringify({ timestamps, session, sessionTimeout, user, labels, trace }).slice(1, -1);
  return `${BEGINNING}${header}${rest && ','}${rest},"request":${request},"response":${response}}`;
}

/** The payload as it is sent. */
export function withKeys(payload: Uint8Array, { appKey, apiKey }: Keys): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${BEGINNING}${JSON.stringify({ appKey, apiKey }).slice(1, -1)},`);
  return joined([head, payload.subarray(BEGINNING.length)]);
}

type Keys = { appKey: string; apiKey: string };
