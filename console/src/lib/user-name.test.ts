import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { userName } from './user-name.ts';

describe('the name of a user', () => {
  const jane = { firstName: 'Jane', lastName: 'Smith', email: 'jane@example.com' };

  it('it is the full name, otherwise the address, otherwise the key', () => {
    assert.equal(userName(jane, 'u_77'), 'Jane Smith');
    assert.equal(userName({ ...jane, firstName: null }, 'u_77'), 'Smith');
    assert.equal(userName({ ...jane, firstName: null, lastName: '' }, 'u_77'), 'jane@example.com');
    assert.equal(userName({ firstName: null, lastName: null, email: null }, 'u_77'), 'u_77');
  });
});
