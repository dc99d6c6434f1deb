import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const FIELDS = fileURLToPath(import.meta.resolve('@parley/contract/fields'));

/** The contract's schemas would enlarge every page and compile code, which the content security policy forbids. */
test('the console imports values of the contract from @parley/contract/fields only', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter((name) => !name.includes('.test.'));
  assert.ok(files.length > 100);
  const others = files.filter((name) => {
    const text = readFileSync(`${SOURCES}${name}`, 'utf8');
    const imports = [
      ...text.matchAll(/^import (type )?[^;]*? from '@parley\/contract(?!\/fields')[^']*';/gms),
    ];
    return imports.some(([, isType]) => isType === undefined);
  });
  assert.deepEqual(others, []);
});

test('@parley/contract/fields imports nothing, so no schema comes with it', () => {
  assert.doesNotMatch(readFileSync(FIELDS, 'utf8'), /^import |^export .* from /m);
});
