import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ERRORS } from './errors.ts';

test('docs/api.md lists every error code with its status, and no other', () => {
  const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const documented = [...text.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  assert.deepEqual(
    documented.toSorted(),
    Object.entries(ERRORS)
      .map(([code, { status }]) => [code, status])
      .toSorted(),
  );
});

test('every error has a message of one sentence', () => {
  for (const { status, message } of Object.values(ERRORS)) {
    assert.ok(status >= 400 && status < 600);
    assert.match(message, /^[A-Z][^\n]*\.$/);
  }
});
