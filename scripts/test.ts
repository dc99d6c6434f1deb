/**
 * Runs the tests. Those of a stage share one embedded engine, and all of them one PostgreSQL, started here and handed
 * down by their addresses; tests that are about starting and killing either start their own.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../server/src/store/engine.ts';
import { startPostgres } from './postgres.ts';

const UNIT = [
  'contract/**/*.test.ts',
  'server/src/**/*.test.ts',
  'console/src/**/*.test.ts',
  'sdk/src/**/*.test.ts',
  'scripts/**/*.test.ts',
];
/** In parts, each with an engine of its own: every file leaves its tables behind. */
const SYSTEM = [
  ['server/test/[a-l]*.test.ts'],
  ['server/test/[m-z]*.test.ts'],
  ['server/test/accounts/*.test.ts', 'deploy/test/*.test.ts'],
  ['sdk/test/*.test.ts'],
];
/** Once more, with the metadata in PostgreSQL: all that reads or changes them. */
const ON_POSTGRES = [
  'server/src/accounts/**/*.test.ts',
  'server/src/retention/*.test.ts',
  'server/src/drain/join-late-parts.test.ts',
  'server/src/node-name.test.ts',
  'server/test/hostile-texts.test.ts',
  'server/test/views.test.ts',
  ...[
    'applications',
    'audit',
    'by-then',
    'first-start',
    'members',
    'roles',
    'second-factor',
    'signing-in',
    'system',
    'two-nodes',
    'written-down',
    'written-down-replay',
  ].map((name) => `server/test/accounts/${name}.test.ts`),
];
const IN_BROWSER = ['console/e2e/*.test.ts'];
/** These measure how long things take, and get the machine for themselves. */
const ALONE = ['server/test/alone/*.test.ts', 'console/e2e/alone/*.test.ts'];

/** Files at a time. */
const TOGETHER = 2;

/** Of a test, and of a whole file of them. */
const TEST_TIMEOUT_MS = 5 * 60 * 1000;

const postgres = await startPostgres({ max_connections: '500' });

const asked = process.argv.slice(2);
const passed =
  asked.length > 0
    ? await runWithEngine(asked, TOGETHER)
    : (await runWithEngine(UNIT, TOGETHER)) &&
      (await runEach(SYSTEM)) &&
      (await runWithEngine(ON_POSTGRES, TOGETHER, { PARLEY_TEST_METADATA: 'postgres' })) &&
      (await runWithEngine(IN_BROWSER, TOGETHER)) &&
      (await runWithEngine(ALONE, 1));
await postgres.stop();
process.exit(passed ? 0 : 1);

async function runEach(parts: readonly string[][]): Promise<boolean> {
  for (const files of parts) if (!(await runWithEngine(files, TOGETHER))) return false;
  return true;
}

/** Each of them has an engine of its own: as WebAssembly, one keeps the memory that it once had. */
async function runWithEngine(
  files: string[],
  concurrency: number,
  more: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-tests-'));
  const engine = startEngine(join(folder, 'store'), {
    onExit: (reason) => console.error(`The engine of the tests ended: ${reason}`),
    onOutput: () => {},
  });
  const shared = { PARLEY_TEST_ENGINE: engine.socketPath, PARLEY_TEST_POSTGRES: postgres.url };
  try {
    return await run(files, concurrency, { ...more, ...shared });
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(files: string[], concurrency: number, more: NodeJS.ProcessEnv): Promise<boolean> {
  const runner = spawn(
    process.execPath,
    ['--test', `--test-concurrency=${concurrency}`, `--test-timeout=${TEST_TIMEOUT_MS}`, ...files],
    { stdio: 'inherit', env: { ...process.env, ...more } },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => runner.kill(signal));
  return new Promise((resolve) => runner.on('close', (code) => resolve(code === 0)));
}
