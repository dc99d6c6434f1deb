/** Runs one job in a process of Node's test runner, and keeps its output until it ends. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { orLong } from '../../server/test/support/long.ts';
import type { FileReport } from './file-reports.ts';
import type { Job } from './jobs.ts';
import type { SkippedTest } from './skips.ts';

export type FileResult = { file: string; passed: boolean; seconds: number };

export type JobResult = {
  job: Job;
  passed: boolean;
  seconds: number;
  output: string;
  /** One for each file that has run. */
  files: FileResult[];
  skipped: SkippedTest[];
};

/** For a test, and for a whole file: some take minutes where the engine is WebAssembly and the machine is busy. */
const TIMEOUT_MS = orLong(10, 240) * 60 * 1000;

const FILE_REPORTS = fileURLToPath(new URL('file-reports.ts', import.meta.url));

export async function runJob(
  job: Job,
  { root, env, signal }: { root: string; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<JobResult> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-job-'));
  const reports = join(folder, 'reports');
  const started = performance.now();
  try {
    const args = [
      '--test',
      `--test-timeout=${TIMEOUT_MS}`,
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[`--test-reporter=${FILE_REPORTS}`, `--test-reporter-destination=${reports}`],
      ...(job.files.length > 1 ? ['--test-isolation=none'] : []),
      ...job.files,
    ];
    const { code, output } = await execute(args, {
      root,
      env: { ...process.env, ...job.env, ...env },
      signal,
    });
    const seconds = (performance.now() - started) / 1000;
    return resultOf(job, { passed: code === 0, seconds, output, reports: readReports(reports) });
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

function readReports(file: string): FileReport[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line): FileReport => JSON.parse(line));
}

/** A file with a process of its own took as long as the process; the others as long as their tests. */
export function resultOf(
  job: Job,
  { reports, ...run }: Omit<JobResult, 'job' | 'files' | 'skipped'> & { reports: readonly FileReport[] },
): JobResult {
  const skipped = reports.flatMap((report) => report.skipped);
  const [only, ...others] = job.files;
  const files =
    only !== undefined && others.length === 0
      ? [{ file: only, passed: run.passed, seconds: run.seconds }]
      : reports.map(({ file, passed, seconds }) => ({ file, passed, seconds }));
  return { job, ...run, files, skipped };
}
