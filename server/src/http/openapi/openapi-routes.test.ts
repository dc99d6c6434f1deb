import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { bareApp } from '../../../test/support/bare-app.ts';
import { openapi } from './openapi.ts';

describe('the reference', () => {
  it('shows every address, and links to nothing that is not there', async () => {
    const app = await bareApp();
    const { body } = await app.inject('/docs');
    const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const methods of Object.values(openapi().paths)) {
      for (const { operationId } of Object.values(methods)) assert.ok(ids.has(operationId), operationId);
    }
    const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    assert.ok(links.length > 100);
    assert.deepEqual(
      links.filter((id) => !ids.has(id)),
      [],
    );
  });

  it('leads back to the console', async () => {
    const app = await bareApp();
    assert.match((await app.inject('/docs')).body, /<a[^>]* href="\/"[^>]*>[^<]*console/);
  });

  it('loads only what this server has, and runs no script of the page itself', async () => {
    const app = await bareApp();
    const page = await app.inject('/docs');
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /^default-src 'none';/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:|data:/);
    assert.doesNotMatch(page.body, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);

    const loaded = [...page.body.matchAll(/<(?:link|script)[^>]*(?:href|src)="([^"]+)"/g)].map(
      ([, url = '']) => url,
    );
    assert.equal(loaded.length, 3);
    for (const url of loaded) {
      const asset = await app.inject(url);
      assert.equal(asset.statusCode, 200, url);
      assert.match(String(asset.headers['cache-control']), /immutable/);
    }
  });

  it('is sent once: whoever has the version gets a 304, and the address without a version is asked again', async () => {
    const app = await bareApp();
    for (const url of ['/docs', '/openapi.json', '/docs/style.css']) {
      const first = await app.inject(url);
      assert.equal(first.headers['cache-control'], 'no-cache', url);
      const again = await app.inject({ url, headers: { 'If-None-Match': String(first.headers.etag) } });
      assert.deepEqual([again.statusCode, again.body], [304, '']);
      const other = await app.inject({ url, headers: { 'If-None-Match': '"another"' } });
      assert.equal(other.statusCode, 200);
    }
  });

  it('is compressed for whoever can read that', async () => {
    const app = await bareApp();
    const plain = await app.inject('/docs');
    const gzipped = await app.inject({ url: '/docs', headers: { 'Accept-Encoding': 'gzip, br' } });
    assert.equal(gzipped.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(gzipped.rawPayload).toString(), plain.body);
    assert.ok(gzipped.rawPayload.length * 5 < plain.rawPayload.length);
  });
});
