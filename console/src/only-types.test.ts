import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));

/** Its schemas would make every page larger, and try to compile code, which no page may. */
it('the console takes types from the contract, and values only from its parts without schemas', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter((name) => !name.includes('.test.'));
  assert.ok(files.length > 100);
  const others = files.filter((name) => {
    const text = readFileSync(`${SOURCES}${name}`, 'utf8');
    const imports = [...text.matchAll(/^import (type )?[^;]*? from '@parley\/contract';/gms)];
    return imports.some(([, isType]) => isType === undefined);
  });
  assert.deepEqual(others, []);
});

it('what the contract knows of providers imports nothing outside of its folder', () => {
  const folder = fileURLToPath(new URL('../../contract/src/providers/', import.meta.url));
  const files = globSync('*.ts', { cwd: folder });
  assert.ok(files.length > 0);
  const imported = files.flatMap((name) =>
    [
      ...readFileSync(`${folder}${name}`, 'utf8').matchAll(/^(?:import|export)\b[^;=]*? from '([^']+)';/gms),
    ].map(([, path = '']) => path),
  );
  assert.deepEqual(
    imported.filter((path) => !/^\.\/[\w-]+\.ts$/.test(path)),
    [],
  );
});
