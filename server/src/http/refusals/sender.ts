import type { IncomingMessage } from 'node:http';
import { clientAddress } from '../client-address.ts';

export type Sender = {
  /** Null: a proxy stands before the server, and nobody said that it is to be believed. */
  address: string | null;
  userAgent: string | null;
};

const MOST_CHARACTERS = 200;

/** Where a request comes from. Behind a proxy that is not trusted everybody would seem to be the same one. */
export function senderOf(request: IncomingMessage, trustedProxies: number): Sender {
  const { headers } = request;
  const userAgent = headers['user-agent']?.slice(0, MOST_CHARACTERS) ?? null;
  const isHidden = trustedProxies === 0 && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
  return { address: isHidden ? null : clientAddress(request, trustedProxies), userAgent };
}
