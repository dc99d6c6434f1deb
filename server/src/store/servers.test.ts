import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serversOf } from './servers.ts';

test('an address contains a server, credentials, a database and settings', () => {
  const [server] = serversOf('https://u:p%40ss@a:8443/my%20log?max_threads=4&priority=2', 'parley');
  assert.equal(server?.url.href, 'https://u:p%40ss@a:8443/');
  assert.equal(server?.database, 'my log');
  assert.deepEqual(server?.settings, { max_threads: '4', priority: '2' });
});

test('servers are separated by commas, which passwords may contain', () => {
  const servers = serversOf('http://u:a,b@one:8123/log , https://two/log,http://three', 'parley');
  assert.deepEqual(
    servers.map(({ url, database }) => [url.host, url.password, database]),
    [
      ['one:8123', 'a,b', 'log'],
      ['two', '', 'log'],
      ['three', '', 'parley'],
    ],
  );
});
