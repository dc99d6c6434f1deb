import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { PRICE_LIST } from './price-list-version.ts';

it('the price list is the version that is installed and declared', () => {
  const read = (url: URL | string) => JSON.parse(readFileSync(new URL(url), 'utf8'));
  const installed = read(new URL('../package.json', import.meta.resolve('@pydantic/genai-prices')));
  const { dependencies } = read(new URL('../../package.json', import.meta.url));
  assert.equal(installed.version, PRICE_LIST.version);
  assert.equal(dependencies['@pydantic/genai-prices'], PRICE_LIST.version);
  assert.equal(new Date(PRICE_LIST.publishedAt).toISOString(), PRICE_LIST.publishedAt);
});
