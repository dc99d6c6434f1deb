import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { READING_WARNINGS } from '../formats/shared/warnings.ts';

test('no warning code of the envelope is also one of a format: reprocess distinguishes warnings by code', () => {
  const folder = new URL('.', import.meta.url);
  const sources = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  for (const file of sources) {
    const source = readFileSync(new URL(file, folder), 'utf8');
    for (const code of READING_WARNINGS) assert.ok(!source.includes(`'${code}'`), `${file} uses ${code}`);
  }
});
