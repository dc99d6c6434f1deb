import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './private-addresses.ts';
import { addressProblem, EVERYWHERE, PUBLIC_ONLY } from './reachable.ts';

const PRIVATE = [
  '0.0.0.0',
  '0.1.2.3',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
];
const PUBLIC = [
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
];

test('addresses of networks of one’s own, loopback, multicast and whatever leads there are not public', () => {
  for (const address of PRIVATE) assert.equal(isPublicAddress(address), false, address);
  for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address);
});

test('an address is refused for its scheme, its user name, or a private host in any notation', () => {
  for (const url of [
    'http://example.com/',
    'ftp://example.com/',
    'javascript:alert(1)',
    'no address',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
  ])
    assert.notEqual(addressProblem(url, PUBLIC_ONLY), null, url);
  for (const url of ['https://example.com/hook?a=1', 'https://8.8.8.8:8443/', 'https://[2606:4700::1111]/'])
    assert.equal(addressProblem(url, PUBLIC_ONLY), null, url);
});

test('operators can allow their own network, and http with it, but no user names', () => {
  assert.equal(addressProblem('http://127.0.0.1:9000/', EVERYWHERE), null);
  assert.equal(addressProblem('https://[::1]/', EVERYWHERE), null);
  assert.notEqual(addressProblem('http://user@127.0.0.1/', EVERYWHERE), null);
  assert.notEqual(addressProblem('file:///etc/passwd', EVERYWHERE), null);
});
