/** A reporter for Node's test runner: one line of JSON for each skipped test. */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import type { SkippedTest } from './skips.ts';

export default async function* skippedTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, file = '', skip } = event.data;
    if (skip === undefined || skip === false) continue;
    const skipped: SkippedTest = {
      file: relative(process.cwd(), file),
      name,
      reason: typeof skip === 'string' ? skip : '',
    };
    yield `${JSON.stringify(skipped)}\n`;
  }
}
