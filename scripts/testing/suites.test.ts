import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FUZZING_FILES, LONG_FILES, OWN_PROCESS, SUITES, WAITING_FILES } from './suites.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('every file that is named exists, and every pattern finds files', () => {
  const named = [...WAITING_FILES, ...LONG_FILES, ...FUZZING_FILES, ...Object.values(OWN_PROCESS).flat()];
  assert.deepEqual(
    named.filter((path) => !existsSync(join(ROOT, path))),
    [],
  );
  const patterns = SUITES.flatMap((suite) => suite.patterns);
  assert.deepEqual(
    patterns.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0),
    [],
  );
});
