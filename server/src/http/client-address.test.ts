import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { clientAddress, networkOf } from './client-address.ts';

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

test('the header is ignored if no proxy is trusted', () => {
  assert.equal(clientAddress(requestFrom('192.0.2.1', '203.0.113.9'), 0), '192.0.2.1');
});

test('behind proxies, the address seen by the first trusted one counts, whatever was sent before it', () => {
  const forwarded = 'made up, 203.0.113.9, 10.0.0.1';
  assert.equal(clientAddress(requestFrom('10.0.0.2', forwarded), 1), '10.0.0.1');
  assert.equal(clientAddress(requestFrom('10.0.0.2', forwarded), 2), '203.0.113.9');
  assert.equal(clientAddress(requestFrom('10.0.0.2'), 1), '10.0.0.2');
  assert.equal(clientAddress(requestFrom('10.0.0.2', '203.0.113.9'), 3), '10.0.0.2');
});

test('a port is not part of an address, and invalid entries are ignored', () => {
  const from = (forwarded: string) => clientAddress(requestFrom('10.0.0.2', forwarded), 1);
  for (const entry of ['203.0.113.9:4711', ' 203.0.113.9:9 ', '203.0.113.9', '"203.0.113.9:1"'])
    assert.equal(from(entry), '203.0.113.9');
  for (const entry of ['[2001:db8::1]:4711', '[2001:db8::1]', '2001:db8::1', '"[2001:db8::1]:5"'])
    assert.equal(from(entry), '2001:db8::1');
  for (const entry of ['unknown', '_hidden:80', '203.0.113.9.1:4', '', '[::1', 'a'.repeat(1000)])
    assert.equal(from(entry), '10.0.0.2');
});

test('an IPv4 address is the same in both notations', () => {
  assert.equal(clientAddress(requestFrom('::ffff:192.0.2.1'), 0), '192.0.2.1');
});

test('addresses of one IPv6 network count as one', () => {
  const network = networkOf('2001:db8:1:2::1');
  for (const address of ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', '2001:db8:1:2:ffff::1'])
    assert.equal(networkOf(address), network);
  assert.notEqual(networkOf('2001:db8:1:3::1'), network);
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1');
});
