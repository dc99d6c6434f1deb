/**
 * Runs the tests: all of them, a suite (`--suite unit|system|deploy|sdk|console|long`), or the named files. One queue
 * holds a job for each process, longest first; what a job needs is started for the first that needs it. Every job runs,
 * also when one has failed, and its output is printed when it ends. See docs/testing.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { hasNativeLibrary } from '../server/src/engine/engine-command.ts';
import { readFlagsAndNames } from './read-flags.ts';
import {
  type Durations,
  fileJobs,
  type Job,
  keyOf,
  longestFirst,
  remembered,
  suiteJobs,
} from './testing/jobs.ts';
import { runQueue } from './testing/queue.ts';
import { Resources } from './testing/resources.ts';
import { type JobResult, runJob } from './testing/run-job.ts';
import { requiresAll } from './testing/skips.ts';
import { summarise } from './testing/summary.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DURATIONS = fileURLToPath(new URL('testing/durations.json', import.meta.url));

const { values, positionals } = readFlagsAndNames({
  suite: { type: 'string' },
  /** Writes how long each file took to `durations.json`, for the order of later runs. */
  remember: { type: 'boolean', default: false },
});

// Most files load the whole server in processes of their own: compiled code is kept between them.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache/compiled', import.meta.url));

const durations: Durations = JSON.parse(readFileSync(DURATIONS, 'utf8'));
const jobs = positionals.length > 0 ? fileJobs(ROOT, positionals) : suiteJobs(ROOT, durations, values.suite);
if (jobs.length === 0) {
  console.error(`There are no tests of ${[values.suite, ...positionals].filter(Boolean).join(', ')}.`);
  process.exit(2);
}

const resources = new Resources();
const abort = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());

const started = performance.now();
const idleBefore = processorTimes();
const results: JobResult[] = [];
// As WebAssembly, the engine that all jobs share is what they wait for: another job would only delay it.
const slots = {
  busy: Math.max(2, Math.min(availableParallelism(), 4)),
  waiting: hasNativeLibrary() ? 1 : 0,
};
await runQueue(longestFirst(jobs, durations), slots, async (job) => {
  if (abort.signal.aborted) return;
  const result = await runWithResources(job);
  results.push(result);
  const outcome = result.passed ? 'passed' : 'FAILED';
  console.log(
    `\n── ${keyOf(job.label, job.name)} ${outcome} in ${result.seconds.toFixed(1)} s ──\n${result.output.trimEnd()}`,
  );
});
await resources.stop();

const { text, passed } = summarise(results, {
  wallSeconds: (performance.now() - started) / 1000,
  busy: busySince(idleBefore),
  requireAll: requiresAll(process.env),
});
console.log(`\n${text}`);
if (values.remember) remember();
process.exit(passed && !abort.signal.aborted ? 0 : 1);

async function runWithResources(job: Job): Promise<JobResult> {
  try {
    const { env, release } = await resources.lease(job);
    try {
      return await runJob(job, { root: ROOT, env, signal: abort.signal });
    } finally {
      await release();
    }
  } catch (error) {
    const output = error instanceof Error ? `${error.stack}` : String(error);
    return { job, passed: false, seconds: 0, output, files: [], skipped: [] };
  }
}

function remember(): void {
  const took = results.flatMap(({ job, files }) => files.map((file) => ({ label: job.label, ...file })));
  writeFileSync(DURATIONS, `${JSON.stringify(remembered(durations, took), null, 2)}\n`);
}

type ProcessorTimes = { idle: number; all: number };

function processorTimes(): ProcessorTimes {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.flatMap((each) => Object.values(each)).reduce((sum, each) => sum + each, 0);
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all };
}

/** The share of the processors' time that was used, by anyone. */
function busySince(before: ProcessorTimes): number {
  const now = processorTimes();
  return 1 - (now.idle - before.idle) / (now.all - before.all || 1);
}
