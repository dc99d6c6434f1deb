import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorLine, errorNames } from './error-text.ts';

describe('an error', () => {
  it('its code and type are beside its message, each once', () => {
    assert.equal(
      errorNames({ code: '429', type: 'rate_limit_error', message: 'Slow down' }),
      '429 · rate_limit_error',
    );
    assert.equal(errorNames({ code: 'overloaded', type: 'overloaded', message: 'Slow down' }), 'overloaded');
    assert.equal(errorNames({ code: '500', type: null, message: null }), '');
  });

  it('in one line, its code comes first', () => {
    assert.equal(errorLine({ code: '429', type: null, message: 'Slow down' }), '429: Slow down');
    assert.equal(errorLine({ code: '429', type: null, message: null }), '429');
    assert.equal(errorLine(null), 'The call failed.');
  });
});
