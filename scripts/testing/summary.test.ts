import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JobResult } from './run-job.ts';
import { summarise } from './summary.ts';

const RUN = { wallSeconds: 90, busy: 0.5, requireAll: true };

function result(name: string, more: Partial<JobResult> = {}): JobResult {
  const job = {
    label: 'units',
    name,
    files: [name],
    needs: new Set<never>(),
    lane: 'busy' as const,
    env: {},
  };
  const { passed = true, seconds = 1 } = more;
  return { job, passed, seconds, output: '', files: [{ file: name, passed, seconds }], skipped: [], ...more };
}

describe('the summary of a run', () => {
  it('names what failed, the slowest files first, and the minutes by label', () => {
    const results = [result('a.test.ts'), result('b.test.ts', { seconds: 119, passed: false })];
    const { text, passed } = summarise(results, RUN);
    assert.equal(passed, false);
    assert.match(text, /slowest files:\n +119\.0 s {2}units: b\.test\.ts\n +1\.0 s {2}units: a\.test\.ts/);
    assert.match(text, /by label:\n +2\.0 {2}units/);
    assert.match(text, /Failed:\n {2}units: b\.test\.ts\n/);
    assert.match(text, /2 processes in 1\.5 minutes; processors 50 % busy/);
  });

  it('names the files of a shared process that failed, or the process when no file did', () => {
    const files = [
      { file: 'a.test.ts', passed: true, seconds: 2 },
      { file: 'b.test.ts', passed: false, seconds: 3 },
    ];
    const results = [
      result('shared process 1 of 2', { passed: false, files }),
      result('shared process 2 of 2', { passed: false, files: [] }),
    ];
    const { text } = summarise(results, RUN);
    assert.match(text, /slowest files:\n +3\.0 s {2}units: b\.test\.ts\n +2\.0 s {2}units: a\.test\.ts\n\n/);
    assert.match(text, /Failed:\n {2}units: b\.test\.ts\n {2}units: shared process 2 of 2\n/);
  });

  it('fails for a skip that nothing excuses where every test is required, and says which', () => {
    const skipped = [{ file: 'a.test.ts', name: 'works', reason: '' }];
    const results = [result('a.test.ts', { skipped })];
    assert.equal(summarise(results, { ...RUN, requireAll: false }).passed, true);
    const { text, passed } = summarise(results, RUN);
    assert.equal(passed, false);
    assert.match(text, /required here:\n {2}a\.test\.ts: works \(no reason is given\)/);
  });
});
