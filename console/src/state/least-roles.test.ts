import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEMBER_ROLES, may, Permission } from '@parley/contract';
import { LEAST_ROLES } from './least-roles.ts';

test('the least role of a section has its permission, and no lesser role does', () => {
  for (const [name, least] of Object.entries(LEAST_ROLES)) {
    const permission = Permission.parse(name);
    // The contract lists roles from the one that can do most.
    const allowed = MEMBER_ROLES.filter((role) => may(role, permission));
    assert.equal(allowed.at(-1), least, name);
    assert.deepEqual(allowed, MEMBER_ROLES.slice(0, allowed.length), name);
  }
});
