import assert from 'node:assert/strict';
import { it } from 'node:test';
import { currentAddress } from './moved-pages.ts';

it('a former address redirects to the page', () => {
  assert.equal(currentAddress('/all'), '/applications');
  assert.equal(currentAddress('/apps/app_1/start'), '/apps/app_1/connect');
  assert.equal(currentAddress('/apps/app_1/intake'), '/apps/app_1/ingestion');
});

it('any other address stays unchanged', () => {
  for (const path of ['/', '/all/of/it', '/apps/start/overview', '/apps/intake/users/intake', '/start'])
    assert.equal(currentAddress(path), path);
});
