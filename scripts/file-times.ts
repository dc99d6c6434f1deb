/** A reporter of Node's test runner: one line for each file, how long it took and which it is. */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

export default async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:summary' || event.data.file === undefined) continue;
    yield `${Math.round(event.data.duration_ms)} ${relative(process.cwd(), event.data.file)}\n`;
  }
}
