/**
 * Runs the tests. Those of a stage share one embedded engine, and all of them one PostgreSQL, started here and handed
 * down by their addresses; tests that are about starting and killing either start their own.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngine } from '../server/src/engine/engine.ts';
import { startPostgres } from './postgres.ts';
import { readNames } from './read-flags.ts';

const UNIT = [
  'contract/**/*.test.ts',
  'server/src/**/*.test.ts',
  'console/src/**/*.test.ts',
  'sdk/src/**/*.test.ts',
  'scripts/**/*.test.ts',
];
/** Once more, with the metadata in PostgreSQL: all that reads or changes them. */
const ON_POSTGRES = [
  'server/src/accounts/**/*.test.ts',
  'server/src/metadata/**/*.test.ts',
  'server/src/cluster/*.test.ts',
  'server/src/retention/*.test.ts',
  'server/src/drain/join-late-parts.test.ts',
  'server/src/data-folder/node-name.test.ts',
  'server/test/hostile-texts.test.ts',
  'server/test/views.test.ts',
  ...[
    'applications',
    'audit',
    'authorization-at-commit',
    'first-start',
    'members',
    'roles',
    'second-factor',
    'signing-in',
    'system',
    'two-nodes',
    'audit-atomicity',
    'replay-audit-atomicity',
  ].map((name) => `server/test/accounts/${name}.test.ts`),
];
/** Files at a time. */
const TOGETHER = 2;

/** Of a test, and of a whole file of them: some take minutes where the engine is WebAssembly and the machine is busy. */
const TEST_TIMEOUT_MS = 10 * 60 * 1000;

/** The slowest files are named at the end: so many of them. */
const SLOWEST = 15;

// Every file is a process of its own, and most of them load the whole server: what was compiled once is kept.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache/compiled', import.meta.url));

/** Files, or patterns of their names. */
const asked = readNames();

const postgres = await startPostgres({ max_connections: '500' });

/** Each with an engine of its own: every file leaves its tables behind. */
const STAGES: { name: string; files: string[]; together?: number; env?: NodeJS.ProcessEnv }[] = [
  { name: 'units', files: UNIT },
  { name: 'system, a to l', files: ['server/test/[a-l]*.test.ts'] },
  { name: 'system, m to z', files: ['server/test/[m-z]*.test.ts'] },
  { name: 'accounts and deployment', files: ['server/test/accounts/*.test.ts', 'deploy/test/*.test.ts'] },
  { name: 'client library', files: ['sdk/test/*.test.ts'] },
  { name: 'PostgreSQL', files: ON_POSTGRES, env: { PARLEY_TEST_METADATA: 'postgres' } },
  { name: 'browser', files: ['console/e2e/*.test.ts'] },
  // These measure how long things take, and get the machine for themselves.
  { name: 'alone', files: ['server/test/alone/*.test.ts', 'console/e2e/alone/*.test.ts'], together: 1 },
];

const stages = asked.length > 0 ? [{ name: 'asked for', files: asked }] : STAGES;
// All of them, also when one failed: a run tells everything there is to mend.
const failed: string[] = [];
const times: string[] = [];
const files: FileTime[] = [];
for (const { name, files: patterns, together, env } of stages) {
  const started = performance.now();
  if (!(await runWithEngine(patterns, together ?? TOGETHER, env))) failed.push(name);
  times.push(`${name} ${((performance.now() - started) / 60_000).toFixed(1)}`);
}
await postgres.stop();
console.log(slowest());
console.log(`Minutes: ${times.join(', ')}.`);
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`);
process.exit(failed.length > 0 ? 1 : 0);

type FileTime = { seconds: number; file: string };

function slowest(): string {
  const longest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const lines = longest.map(({ seconds, file }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`);
  return `The slowest files:\n${lines.join('\n')}`;
}

/** Each of them has an engine of its own: as WebAssembly, one keeps the memory that it once had. */
async function runWithEngine(
  patterns: string[],
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
    const timesFile = join(folder, 'times');
    const passed = await run(patterns, concurrency, timesFile, { ...more, ...shared });
    noteTimes(timesFile);
    return passed;
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function noteTimes(timesFile: string): void {
  if (!existsSync(timesFile)) return;
  for (const line of readFileSync(timesFile, 'utf8').split('\n').filter(Boolean)) {
    const [milliseconds = '', file = ''] = line.split(/ (.*)/);
    files.push({ seconds: Number(milliseconds) / 1000, file });
  }
}

function run(
  patterns: string[],
  concurrency: number,
  timesFile: string,
  more: NodeJS.ProcessEnv,
): Promise<boolean> {
  const reporters = [
    ['spec', 'stdout'],
    [fileURLToPath(new URL('file-times.ts', import.meta.url)), timesFile],
  ].flatMap(([reporter, to]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${to}`]);
  const limits = [`--test-concurrency=${concurrency}`, `--test-timeout=${TEST_TIMEOUT_MS}`];
  const runner = spawn(process.execPath, ['--test', ...limits, ...reporters, ...patterns], {
    stdio: 'inherit',
    env: { ...process.env, ...more },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => runner.kill(signal));
  return new Promise((resolve) => runner.on('close', (code) => resolve(code === 0)));
}
