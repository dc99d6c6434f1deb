/** A reporter for Node's test runner: at the end of a process, one line of JSON for each file that ran in it. */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import type { SkippedTest } from './skips.ts';

export type FileReport = {
  file: string;
  passed: boolean;
  /** The time of its tests, without that of loading it. */
  seconds: number;
  skipped: SkippedTest[];
};

export default async function* fileReports(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const reports = new Map<string, FileReport>();
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, nesting, skip, details } = event.data;
    const file = relative(process.cwd(), event.data.file ?? '');
    const report = reports.get(file) ?? { file, passed: true, seconds: 0, skipped: [] };
    reports.set(file, report);
    // The outermost include all others.
    if (nesting === 0) report.seconds += details.duration_ms / 1000;
    if (event.type === 'test:fail') report.passed = false;
    if (skip === undefined || skip === false) continue;
    report.skipped.push({ file, name, reason: typeof skip === 'string' ? skip : '' });
  }
  for (const report of reports.values()) yield `${JSON.stringify(report)}\n`;
}
