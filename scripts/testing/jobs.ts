/** What a run consists of: one job for each process of Node's test runner. */
import { globSync } from 'node:fs';
import { moduleReader, type Need, needsOf } from './needs.ts';
import {
  FUZZING_FILES,
  FUZZING_ROUNDS,
  type Lane,
  LONG_FILES,
  OWN_PROCESS,
  SHARED_PROCESSES,
  SUITES,
  type Suite,
  UNITS,
  WAITING_FILES,
} from './suites.ts';

export type Job = {
  label: string;
  /** The file, or what a process that runs several of them is called. */
  name: string;
  files: readonly string[];
  needs: ReadonlySet<Need>;
  lane: Lane;
  env: Readonly<Record<string, string>>;
};

/** Seconds that files took when they were last remembered, by label and file. */
export type Durations = Readonly<Record<string, number>>;

/** For a file that is not remembered. */
const TYPICAL_SECONDS = { unit: 0.2, other: 20 };

export function keyOf(label: string, name: string): string {
  return `${label}: ${name}`;
}

export function secondsOf(label: string, files: readonly string[], durations: Durations): number {
  const typical = label === UNITS ? TYPICAL_SECONDS.unit : TYPICAL_SECONDS.other;
  return files.reduce((sum, file) => sum + (durations[keyOf(label, file)] ?? typical), 0);
}

/** All jobs, or those of a suite: `unit`, `system`, `deploy`, `sdk`, `console`, `long`. */
export function suiteJobs(root: string, durations: Durations, suite?: string): Job[] {
  if (suite === 'long') return longJobs(root);
  const suites = SUITES.filter(({ names }) => suite === undefined || names.includes(suite));
  return suites.flatMap((each) => {
    const files = filesOf(root, each.patterns);
    return each.label === UNITS ? unitJobs(root, each, files, durations) : jobsOf(root, each, files);
  });
}

/** The jobs of the given files or patterns, each in a process of its own and with what it has in a full run. */
export function fileJobs(root: string, patterns: readonly string[]): Job[] {
  const known = new Map<string, Suite>();
  for (const suite of SUITES) {
    if (suite.env) continue;
    for (const file of filesOf(root, suite.patterns)) known.set(file, suite);
  }
  return filesOf(root, patterns).flatMap((file) =>
    jobsOf(root, known.get(file) ?? { label: 'others', names: [], patterns: [] }, [file]),
  );
}

/** Longest first, so that no long job is left when the others are done. */
export function longestFirst(jobs: readonly Job[], durations: Durations): Job[] {
  const seconds = (job: Job) => secondsOf(job.label, job.files, durations);
  const key = (job: Job) => keyOf(job.label, job.name);
  return jobs.toSorted((a, b) => seconds(b) - seconds(a) || (key(a) < key(b) ? -1 : 1));
}

/**
 * The durations with those of this run, in order. A file that failed keeps what is known of it, and a unit test of less
 * than a second needs no entry.
 */
export function remembered(
  durations: Durations,
  took: readonly { label: string; file: string; passed: boolean; seconds: number }[],
): Durations {
  const known = new Map(Object.entries(durations));
  for (const { label, file, passed, seconds } of took) {
    const key = keyOf(label, file);
    if (passed && label === UNITS && seconds < 1) known.delete(key);
    else if (passed) known.set(key, Math.ceil(seconds));
  }
  return Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function longJobs(root: string): Job[] {
  const fuzzing = fileJobs(root, FUZZING_FILES);
  const rounds = Array.from({ length: FUZZING_ROUNDS }, (_, round) =>
    fuzzing.map((job) => ({ ...job, label: 'fuzzing', name: `${job.name}, round ${round + 1}` })),
  );
  return [...fileJobs(root, LONG_FILES), ...rounds.flat()];
}

/** The jobs of the unit tests: a few processes that most files share, and one for each file that has its own. */
function unitJobs(root: string, suite: Suite, files: readonly string[], durations: Durations): Job[] {
  const own = new Set(Object.values(OWN_PROCESS).flat());
  const groups = inGroups(
    files.filter((file) => !own.has(file)),
    SHARED_PROCESSES,
    (file) => secondsOf(suite.label, [file], durations),
  );
  const shared = groups.map((together, index): Job => {
    const name = `shared process ${index + 1} of ${groups.length}, ${together.length} files`;
    const needs = new Set(jobsOf(root, suite, together).flatMap((job) => [...job.needs]));
    return { label: suite.label, name, files: together, needs, lane: 'busy', env: {} };
  });
  const alone = jobsOf(
    root,
    suite,
    files.filter((file) => own.has(file)),
  );
  return [...shared, ...alone];
}

/** Cuts a list into groups that take about as long. Neighbours stay together: files of a folder load the same modules. */
export function inGroups(
  files: readonly string[],
  count: number,
  seconds: (file: string) => number,
): string[][] {
  const groups = Array.from({ length: count }, (): string[] => []);
  const total = files.reduce((sum, file) => sum + seconds(file), 0);
  let before = 0;
  for (const file of files) {
    // The group in which the middle of the file's time falls.
    const middle = before + seconds(file) / 2;
    groups[Math.floor((middle / total) * count)]?.push(file);
    before += seconds(file);
  }
  return groups.filter((group) => group.length > 0);
}

function jobsOf(root: string, { label, lane, env = {} }: Suite, files: readonly string[]): Job[] {
  const read = moduleReader(root);
  const onPostgres = { ...process.env, ...env }.PARLEY_TEST_METADATA === 'postgres';
  return files.map((file) => {
    const needs = needsOf(file, read);
    if (onPostgres) needs.add('postgres');
    const usual = WAITING_FILES.has(file) ? 'waiting' : 'busy';
    return { label, name: file, files: [file], needs, lane: lane ?? usual, env };
  });
}

function filesOf(root: string, patterns: readonly string[]): string[] {
  const exclude = (path: string) => path.split('/').includes('node_modules');
  return [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root, exclude })))].sort();
}
