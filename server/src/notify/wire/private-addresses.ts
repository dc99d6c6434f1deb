/** Which addresses are reachable from everywhere: to all others, a webhook would be a way into the network. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IANA's special-purpose IPv4 addresses, multicast and what is reserved. */
const REFUSED_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/**
 * IPv6 the other way round: only global unicast is public, which leaves out loopback, unique-local, link-local, mapped
 * IPv4 and whatever is assigned later.
 */
const PUBLIC_6 = ['2000::/3'];
/** Of these: protocols (Teredo among them), documentation, and 6to4, which carries any IPv4 address. */
const REFUSED_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const refused4 = listOf(REFUSED_4, 'ipv4');
const public6 = listOf(PUBLIC_6, 'ipv6');
const refused6 = listOf(REFUSED_6, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused4.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  return public6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}

function listOf(subnets: readonly string[], type: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), type);
  }
  return list;
}
