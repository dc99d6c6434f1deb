import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeOf } from './issue-place.ts';

describe('the path of an issue', () => {
  it('it is not repeated if the message contains it', () => {
    assert.equal(placeOf({ path: 'session', message: 'session must be a string.' }), null);
    assert.equal(placeOf({ path: 'reconify.format', message: 'reconify.format is not known.' }), null);
    assert.equal(placeOf({ path: 'messages[2]', message: 'In messages[2], the role is missing.' }), null);
    assert.equal(placeOf({ path: '', message: 'The payload is too deep.' }), null);
  });

  it('it is shown if the message does not contain it, or names another', () => {
    assert.equal(placeOf({ path: 'user', message: 'userId must be a string.' }), 'user');
    assert.equal(placeOf({ path: 'format', message: 'reconify.format is not known.' }), 'format');
    assert.equal(placeOf({ path: 'body', message: 'This is not JSON.' }), 'body');
  });
});
