/** The payload of an exchange, without keys: they are added when it is sent, and never stored. */
import { joined } from './bytes.ts';
import type { Context, Exchange, Timestamps } from './payload.ts';

/** Version of Parley's API. */
const API_VERSION = '3.1.0';
const PAYLOAD_START = '{"reconify":{';

export type Heading = Pick<Exchange, 'format' | 'type' | 'provider'> & {
  timestamps: Timestamps | undefined;
  context: Context;
};

/** `request` and `response` are JSON text and are inserted unchanged. */
export function compose(
  { format, type, provider, timestamps, context }: Heading,
  request: string,
  response: string,
): string {
  const header = JSON.stringify({ format, type, version: API_VERSION, provider }).slice(1);
  const { session, sessionTimeout, user, labels, trace } = context;
  const rest = JSON.stringify({ timestamps, session, sessionTimeout, user, labels, trace }).slice(1, -1);
  return `${PAYLOAD_START}${header}${rest && ','}${rest},"request":${request},"response":${response}}`;
}

/** The payload with its keys, as it is sent. */
export function withKeys(payload: Uint8Array, { appKey, apiKey }: Keys): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(
    `${PAYLOAD_START}${JSON.stringify({ appKey, apiKey }).slice(1, -1)},`,
  );
  return joined([head, payload.subarray(PAYLOAD_START.length)]);
}

type Keys = { appKey: string; apiKey: string };
