import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { bareApp } from '../../../test/support/bare-app.ts';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const SCRIPT = 'export const answer = 42;\n'.repeat(100);

describe('the console', () => {
  const outside = mkdtempSync(join(tmpdir(), 'parley-console-'));
  const folder = join(outside, 'dist');
  let app: FastifyInstance;

  before(async () => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Parley</title>');
    writeFileSync(join(folder, 'theme.js'), '// theme');
    writeFileSync(join(folder, 'icon.svg'), '<svg/>');
    writeFileSync(join(folder, '.made-from'), 'the sum');
    writeFileSync(join(folder, 'assets/index-1a2b.js'), SCRIPT);
    writeFileSync(join(folder, 'assets/inter-3c4d.woff2'), 'wOF2');
    app = await bareApp(folder);
  });
  after(() => rmSync(outside, { recursive: true }));

  it('is served at / to any client', async () => {
    const answer = await app.inject('/');
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(answer.body, /<title>Parley/);
    assert.match(String(answer.headers['content-security-policy']), /default-src 'self'/);
  });

  it('is served at every address that a browser may show', async () => {
    for (const url of ['/sign-in', '/apps/abc/overview?range=7d', '/apps/abc/users/a%2Fb', '/index.html']) {
      const answer = await app.inject({ url, headers: BROWSER });
      assert.deepEqual([answer.statusCode, answer.headers['cache-control']], [200, 'no-cache'], url);
      assert.match(answer.body, /<title>Parley/);
    }
  });

  it('is not served for a missing API route, nor for another method', async () => {
    for (const url of ['/v1/nothing', '/v1', '/docs/nothing', '/track/nothing', '/health/nothing']) {
      const answer = await app.inject({ url, headers: BROWSER });
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], url);
    }
    const wrongMethod = await app.inject({ url: '/v1/auth/sign-in', headers: BROWSER });
    assert.deepEqual([wrongMethod.statusCode, wrongMethod.headers.allow], [405, 'POST']);
    const posted = await app.inject({ method: 'POST', url: '/sign-in', headers: BROWSER });
    assert.equal(posted.statusCode, 404);
  });

  it('is not served to scripts that mistype an address', async () => {
    for (const [url, headers] of [
      ['/trak', { Accept: '*/*' }],
      ['/assets/index-old.js', { Accept: '*/*' }],
      ['/assets/index-old.js', BROWSER],
    ] as const) {
      const answer = await app.inject({ url, headers });
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], url);
    }
  });

  it('is revalidated each time, except for files with a hash in their name', async () => {
    const script = await app.inject({
      url: '/assets/index-1a2b.js',
      headers: { 'Accept-Encoding': 'gzip' },
    });
    assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(script.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(script.rawPayload).toString(), SCRIPT);

    const font = await app.inject({
      url: '/assets/inter-3c4d.woff2',
      headers: { 'Accept-Encoding': 'gzip' },
    });
    assert.equal(font.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.deepEqual([font.headers['content-type'], font.body], ['font/woff2', 'wOF2']);

    for (const [url, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/theme.js', 'text/javascript; charset=utf-8'],
      ['/icon.svg', 'image/svg+xml'],
    ] as const) {
      const first = await app.inject(url);
      assert.deepEqual([first.headers['cache-control'], first.headers['content-type']], ['no-cache', type]);
      const again = await app.inject({ url, headers: { 'If-None-Match': String(first.headers.etag) } });
      assert.deepEqual([again.statusCode, again.body], [304, '']);
    }
  });

  it('serves nothing but its own files', async () => {
    for (const url of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/../../secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets/%5c..%5c..%5csecret.txt',
      '/.made-from',
      '//etc/passwd',
    ]) {
      for (const headers of [BROWSER, { Accept: '*/*' }]) {
        const answer = await app.inject({ url, headers });
        assert.doesNotMatch(answer.body, /secret|the sum|root:/, url);
      }
    }
  });

  it('answers HEAD like GET, without the body', async () => {
    const listening = await bareApp(folder);
    const base = await listening.listen({ host: '127.0.0.1', port: 0 });
    for (const path of ['/', '/apps/abc/overview', '/assets/index-1a2b.js']) {
      const get = await fetch(base + path, { headers: BROWSER });
      assert.notEqual(await get.text(), '');
      const head = await fetch(base + path, { method: 'HEAD', headers: BROWSER });
      assert.deepEqual([head.status, await head.text()], [200, ''], path);
      for (const name of ['content-type', 'content-length', 'cache-control', 'etag'])
        assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${path}`);
    }
    await listening.close();
  });

  it('explains how to build it if it is not built', async () => {
    const bare = await bareApp(join(outside, 'nowhere'));
    for (const url of ['/', '/sign-in']) {
      const answer = await bare.inject({ url, headers: BROWSER });
      assert.equal(answer.statusCode, 503);
      assert.match(answer.body, /npm run build/);
    }
  });
});
