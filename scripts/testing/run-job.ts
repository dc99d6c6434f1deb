/** Runs one job in a process of Node's test runner, and keeps its output until it ends. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { orLong } from '../../server/test/support/long.ts';
import type { Job } from './jobs.ts';
import type { SkippedTest } from './skips.ts';

export type JobResult = {
  job: Job;
  passed: boolean;
  seconds: number;
  output: string;
  skipped: SkippedTest[];
};

/** For a test, and for a whole file: some take minutes where the engine is WebAssembly and the machine is busy. */
const TIMEOUT_MS = orLong(10, 240) * 60 * 1000;

const SKIPPED_TESTS = fileURLToPath(new URL('skipped-tests.ts', import.meta.url));

export async function runJob(
  job: Job,
  { root, env, signal }: { root: string; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<JobResult> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-job-'));
  const skips = join(folder, 'skips');
  const started = performance.now();
  try {
    const args = [
      '--test',
      `--test-timeout=${TIMEOUT_MS}`,
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[`--test-reporter=${SKIPPED_TESTS}`, `--test-reporter-destination=${skips}`],
      ...(job.files.length > 1 ? ['--test-isolation=none'] : []),
      ...job.files,
    ];
    const { code, output } = await execute(args, {
      root,
      env: { ...process.env, ...job.env, ...env },
      signal,
    });
    const seconds = (performance.now() - started) / 1000;
    return { job, passed: code === 0, seconds, output, skipped: readSkips(skips) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function execute(
  args: string[],
  { root, env, signal }: { root: string; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd: root, env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => {
      output += `${error.message}\n`;
    });
    child.on('close', (code) => resolve({ code, output }));
  });
}

function readSkips(file: string): SkippedTest[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line): SkippedTest => JSON.parse(line));
}
