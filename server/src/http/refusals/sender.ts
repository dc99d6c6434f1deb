import type { IncomingMessage } from 'node:http';
import { clientAddress, networkOf } from '../client-address.ts';

export type Sender = {
  /** Null: a proxy stands before the server, and nobody said that it is to be believed. */
  address: string | null;
  network: string | null;
  userAgent: string | null;
};

const MOST_CHARACTERS = 200;
const LOOPBACK = /^(127\.|::1$)/;

/**
 * Where a request comes from, as far as that tells one sender from another. Behind a proxy that is not trusted
 * everybody would seem to be the same one, and see what others sent.
 */
export function senderOf(request: IncomingMessage, trustedProxies: number): Sender {
  const { headers } = request;
  const userAgent = headers['user-agent']?.slice(0, MOST_CHARACTERS) ?? null;
  const isHidden = trustedProxies === 0 && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
  if (isHidden) return { address: null, network: null, userAgent };
  const address = clientAddress(request, trustedProxies);
  // A browser and a program on the server's own machine may differ in which of its two names they take.
  return { address, network: LOOPBACK.test(address) ? 'loopback' : networkOf(address), userAgent };
}
