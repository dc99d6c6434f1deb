/** What is printed when all jobs have ended. */
import { keyOf } from './jobs.ts';
import type { JobResult } from './run-job.ts';
import { excuse } from './skips.ts';

const SLOWEST_SHOWN = 15;

export type Summary = { text: string; passed: boolean };

/** `busy`: the share of the processors' time that was used, from 0 to 1. */
export function summarise(
  results: readonly JobResult[],
  { wallSeconds, busy, requireAll }: { wallSeconds: number; busy: number; requireAll: boolean },
): Summary {
  const skips = results.flatMap(({ skipped }) => skipped);
  const unexcused = skips.filter((skip) => excuse(skip) === null);
  const failed = results.filter(({ passed }) => !passed).flatMap(failedIn);
  const sections = [
    section('The slowest files', slowest(results)),
    section(
      'Skipped, since',
      counted(skips.flatMap((skip) => excuse(skip) ?? [])).map(([why, count]) => `${why}: ${count}`),
    ),
    section(
      requireAll ? 'Skipped, and required here' : 'Skipped, which would fail in CI',
      unexcused.map(({ file, name, reason }) => `${file}: ${name} (${reason || 'no reason is given'})`),
    ),
    section('Minutes in processes, by label', minutes(results)),
    section('Failed', failed),
    `${results.length} processes in ${(wallSeconds / 60).toFixed(1)} minutes; processors ${Math.round(busy * 100)} % busy.`,
  ];
  return {
    text: sections.filter((text) => text !== null).join('\n'),
    passed: failed.length === 0 && !(requireAll && unexcused.length > 0),
  };
}

function section(title: string, lines: readonly string[]): string | null {
  return lines.length === 0 ? null : `${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** The files that failed, or the whole process where it is not known which of them did. */
function failedIn({ job, files }: JobResult): string[] {
  const failed = files.filter(({ passed }) => !passed).map(({ file }) => file);
  return (failed.length > 0 ? failed : [job.name]).map((name) => keyOf(job.label, name));
}

function slowest(results: readonly JobResult[]): string[] {
  return results
    .flatMap(({ job, files }) => files.map((each) => ({ label: job.label, ...each })))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_SHOWN)
    .map(({ label, file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${keyOf(label, file)}`);
}

function minutes(results: readonly JobResult[]): string[] {
  const labels = Map.groupBy(results, ({ job }) => job.label);
  return [...labels].map(([label, own]) => {
    const sum = own.reduce((total, { seconds }) => total + seconds, 0);
    return `${(sum / 60).toFixed(1).padStart(6)}  ${label}`;
  });
}

function counted(texts: readonly string[]): [text: string, count: number][] {
  return [...Map.groupBy(texts, (text) => text)].map(([text, own]) => [text, own.length]);
}
