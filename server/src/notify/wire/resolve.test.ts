import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { test } from 'node:test';
import { resolveByServers } from './resolve.ts';

test('a name server that never answers is given up, without asking the system', async (test) => {
  const silent = createSocket('udp4');
  let asked = 0;
  silent.on('message', () => asked++);
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
  test.after(() => void silent.close());
  const resolver = new Resolver({ timeout: 100, tries: 1 });
  resolver.setServers([`127.0.0.1:${silent.address().port}`]);
  await assert.rejects(resolveByServers(resolver)('receiver.test'), /did not answer for receiver\.test/);
  assert.ok(asked > 0);
});

test('names that only the system knows are found', async () => {
  const addresses = await resolveByServers()('localhost');
  assert.ok(addresses.includes('127.0.0.1') || addresses.includes('::1'), String(addresses));
});
