import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

/**
 * The client's address. Each trusted proxy appends the address it saw to `X-Forwarded-For`, so the right one
 * is that many entries from the end; anybody can have written those before it.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const seen = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return plain(seen);
  const header = request.headers['x-forwarded-for'];
  const forwarded = [header ?? []].flat().join(',').split(',');
  return plain(withoutPort(forwarded.at(-trustedProxies) ?? '') ?? seen);
}

/** Some proxies append the port, which differs for every connection. Null for an invalid address. */
function withoutPort(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(address) === 0 ? null : address;
}

/** A client with an IPv6 address has its whole network, so the network counts as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (address.includes('::')) {
    const rest = tail.split(':').filter(Boolean);
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '').slice(0, 64);
}
