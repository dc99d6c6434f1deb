import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

/**
 * Where a request comes from. Each trusted proxy adds the address it saw to `X-Forwarded-For`, so that
 * the one that counts is as many places from the end; what stands before it anybody can have written.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const seen = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return plain(seen);
  const header = request.headers['x-forwarded-for'];
  const forwarded = [header ?? []].flat().join(',').split(',');
  return plain(withoutPort(forwarded.at(-trustedProxies) ?? '') ?? seen);
}

/** Some proxies add the port, a new one for every connection. Null for what is no address. */
function withoutPort(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(address) === 0 ? null : address;
}

/** Whoever has an IPv6 address has all of its network: they count as one. */
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
