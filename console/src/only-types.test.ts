import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const CONTRACT = new URL('../../contract/package.json', import.meta.url);
/** Modules of the contract without schemas: all that have an address of their own. */
const SCHEMA_FREE = Object.keys(JSON.parse(readFileSync(CONTRACT, 'utf8')).exports)
  .filter((name) => name !== '.')
  .map((name) => name.replace('.', '@parley/contract'));

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

test('those modules import no package by value, directly or through others', () => {
  assert.ok(SCHEMA_FREE.length > 3);
  for (const name of SCHEMA_FREE) {
    assert.deepEqual(
      [...valueImports(import.meta.resolve(name))].filter((from) => !from.startsWith('file:')),
      [],
      name,
    );
  }
});

function valueImports(url: string, found = new Set<string>()): Set<string> {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  for (const [, from = ''] of text.matchAll(/^(?:import|export)(?! type\b)[^;=]*? from '([^']+)';/gms)) {
    const target = from.startsWith('.') ? new URL(from, url).href : from;
    if (found.has(target)) continue;
    found.add(target);
    if (target.startsWith('file:')) valueImports(target, found);
  }
  return found;
}
