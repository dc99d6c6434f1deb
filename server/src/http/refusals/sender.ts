import type { IncomingMessage } from 'node:http';
import { clientAddress } from '../client-address.ts';

export type Sender = {
  /** Null behind a proxy that is not configured as trusted. */
  address: string | null;
  userAgent: string | null;
};

const MAX_USER_AGENT = 200;

/** The sender of a request. Behind an untrusted proxy, all senders would seem to be the same one. */
export function senderOf(request: IncomingMessage, trustedProxies: number): Sender {
  const { headers } = request;
  const userAgent = headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null;
  const isHidden = trustedProxies === 0 && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
  return { address: isHidden ? null : clientAddress(request, trustedProxies), userAgent };
}
