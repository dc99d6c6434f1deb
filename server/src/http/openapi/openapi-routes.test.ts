import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { bareApp } from '../../../test/support/bare-app.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';

async function appWithConsole() {
  const folder = join(await tempFolder(), 'dist');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Parley</title>');
  return bareApp(folder);
}

describe('the description of the API', () => {
  it('is a page of the console, for clients that accept anything', async () => {
    const app = await appWithConsole();
    const page = await app.inject('/docs');
    assert.equal(page.statusCode, 200);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(page.body, /<title>Parley/);
  });

  it('loads only what this server has, and runs no script of the page itself', async () => {
    const app = await appWithConsole();
    const policy = String((await app.inject('/docs')).headers['content-security-policy']);
    assert.match(policy, /^default-src 'none';/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:|data:/);
  });

  it('names the command that builds the page where the console is not built', async () => {
    const app = await bareApp(join(await tempFolder(), 'nowhere'));
    const page = await app.inject('/docs');
    assert.equal(page.statusCode, 503);
    assert.match(page.body, /npm run build.*\/openapi\.json/);
    assert.equal((await app.inject('/openapi.json')).statusCode, 200);
  });

  it('is sent again only when it has changed', async () => {
    const app = await appWithConsole();
    for (const url of ['/docs', '/openapi.json']) {
      const first = await app.inject(url);
      assert.equal(first.headers['cache-control'], 'no-cache', url);
      const again = await app.inject({ url, headers: { 'If-None-Match': String(first.headers.etag) } });
      assert.deepEqual([again.statusCode, again.body], [304, '']);
      const other = await app.inject({ url, headers: { 'If-None-Match': '"another"' } });
      assert.equal(other.statusCode, 200);
    }
  });

  it('is compressed for clients that accept gzip', async () => {
    const app = await bareApp();
    const plain = await app.inject('/openapi.json');
    const gzipped = await app.inject({ url: '/openapi.json', headers: { 'Accept-Encoding': 'gzip, br' } });
    assert.equal(gzipped.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(gzipped.rawPayload).toString(), plain.body);
    assert.ok(gzipped.rawPayload.length * 5 < plain.rawPayload.length);
  });
});
