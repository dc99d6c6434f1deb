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

/** Seconds that jobs took when they were last remembered, by `keyOf`. */
export type Durations = Readonly<Record<string, number>>;

/** For a job that is not remembered. */
const TYPICAL_SECONDS = { unit: 2, other: 20 };

export function keyOf({ label, name }: Pick<Job, 'label' | 'name'>): string {
  return `${label}: ${name}`;
}

/** All jobs, or those of a suite: `unit`, `system`, `deploy`, `sdk`, `console`, `long`. */
export function suiteJobs(root: string, suite?: string): Job[] {
  if (suite === 'long') return longJobs(root);
  const suites = SUITES.filter(({ names }) => suite === undefined || names.includes(suite));
  return suites.flatMap((each) => {
    const files = filesOf(root, each.patterns);
    return each.label === 'units' ? unitJobs(root, each, files) : jobsOf(root, each, files);
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
  const seconds = (job: Job) =>
    durations[keyOf(job)] ?? (job.label === 'units' ? TYPICAL_SECONDS.unit : TYPICAL_SECONDS.other);
  return jobs.toSorted((a, b) => seconds(b) - seconds(a) || (keyOf(a) < keyOf(b) ? -1 : 1));
}

function longJobs(root: string): Job[] {
  const fuzzing = fileJobs(root, FUZZING_FILES);
  const rounds = Array.from({ length: FUZZING_ROUNDS }, (_, round) =>
    fuzzing.map((job) => ({ ...job, label: 'fuzzing', name: `${job.name}, round ${round + 1}` })),
  );
  return [...fileJobs(root, LONG_FILES), ...rounds.flat()];
}

function unitJobs(root: string, suite: Suite, files: readonly string[]): Job[] {
  const isBelow = (file: string, folders: readonly string[]) =>
    !OWN_PROCESS.test(file) && folders.some((folder) => file.startsWith(folder));
  const rest = files.filter((file) => !isBelow(file, Object.values(SHARED_PROCESSES).flat()));
  const shared = Object.entries(SHARED_PROCESSES).map(([name, own]): Job => {
    const together = files.filter((file) => isBelow(file, own));
    return { label: suite.label, name, files: together, needs: new Set(), lane: 'busy', env: {} };
  });
  return [...shared, ...jobsOf(root, suite, rest)];
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
