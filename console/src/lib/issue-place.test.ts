import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeOf } from './issue-place.ts';

describe('the place of an issue', () => {
  it('is not said once more where the message has it', () => {
    assert.equal(placeOf({ path: 'session', message: 'session must be a string.' }), null);
    assert.equal(placeOf({ path: 'reconify.format', message: 'reconify.format is not known.' }), null);
    assert.equal(placeOf({ path: 'messages[2]', message: 'In messages[2], the role is missing.' }), null);
    assert.equal(placeOf({ path: '', message: 'The payload is too deep.' }), null);
  });

  it('is said where the message is silent about it, or names another', () => {
    assert.equal(placeOf({ path: 'user', message: 'userId must be a string.' }), 'user');
    assert.equal(placeOf({ path: 'format', message: 'reconify.format is not known.' }), 'format');
    assert.equal(placeOf({ path: 'body', message: 'This is not JSON.' }), 'body');
  });
});
