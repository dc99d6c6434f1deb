/**
 * Runs the tests. System tests share one embedded engine, started here and handed down by its socket;
 * those that are about starting and killing the engine start their own.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../server/src/store/engine.ts';

const DEFAULT = ['contract/**/*.test.ts', 'server/**/*.test.ts', 'scripts/**/*.test.ts'];

const asked = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'parley-tests-'));
const engine = startEngine(join(folder, 'store'), {
  onExit: (reason) => console.error(`The engine of the tests ended: ${reason}`),
  onOutput: () => {},
});

const runner = spawn(
  process.execPath,
  ['--test', '--test-concurrency=2', '--test-timeout=300000', ...(asked.length > 0 ? asked : DEFAULT)],
  { stdio: 'inherit', env: { ...process.env, PARLEY_TEST_ENGINE: engine.socketPath } },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal));
runner.on('close', async (code) => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
