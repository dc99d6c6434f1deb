import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
/** Modules of the contract without schemas. */
const SCHEMA_FREE = ['@parley/contract/message-identity'];

/**
 * The contract's schemas would enlarge every page and compile code, which the content security policy
 * forbids.
 */
test('the console imports values of the contract only from modules without schemas', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter((name) => !name.includes('.test.'));
  assert.ok(files.length > 100);
  const others = files.filter((name) => {
    const text = readFileSync(`${SOURCES}${name}`, 'utf8');
    const imports = [...text.matchAll(/^import (type )?[^;]*? from '(@parley\/contract[^']*)';/gms)];
    return imports.some(([, isType, from = '']) => isType === undefined && !SCHEMA_FREE.includes(from));
  });
  assert.deepEqual(others, []);
});

test('those modules import types only', () => {
  for (const name of SCHEMA_FREE) {
    const text = readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8');
    assert.doesNotMatch(text, /^import (?!type )|^export .* from /m, name);
  }
});
