import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserName } from './browser-name.ts';

describe('the name of a browser', () => {
  it('it is the actual browser, not one it claims compatibility with', () => {
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';
    assert.equal(browserName(chrome), 'Chrome on Linux');
    assert.equal(browserName(`${chrome} Edg/149.0.0.0`), 'Edge on Linux');
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
    assert.equal(browserName(phone), 'Safari on iOS');
  });

  it('it is the name of the program if it is not a browser', () => {
    assert.equal(browserName('curl/8.17.0'), 'curl/8.17.0');
    assert.equal(browserName(null), 'Unknown browser');
  });
});
