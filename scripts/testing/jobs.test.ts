import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inGroups, type Job, longestFirst, remembered, suiteJobs } from './jobs.ts';
import { OWN_PROCESS, SHARED_PROCESSES, SUITES, UNITS } from './suites.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the unit tests', () => {
  const jobs = suiteJobs(ROOT, {}, 'unit');
  const shared = jobs.filter(({ files }) => files.length > 1).flatMap(({ files }) => files);

  it('are in one job each, most of them in a few processes', () => {
    const patterns = SUITES.find(({ label }) => label === UNITS)?.patterns ?? [];
    const all = patterns
      .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
      .filter((file) => !file.split('/').includes('node_modules'));
    assert.deepEqual(jobs.flatMap(({ files }) => files).sort(), all.sort());
    assert.equal(jobs.length, SHARED_PROCESSES + Object.values(OWN_PROCESS).flat().length);
  });

  it('need no engine, no database and no browser', () => {
    assert.deepEqual(
      jobs.filter(({ needs }) => needs.size > 0).map(({ name }) => name),
      [],
    );
  });

  it('have their hooks in suites, since outside they would run for all files of a process', () => {
    const hook = /^(?:before|after)(?:Each)?\(/m;
    assert.deepEqual(
      shared.filter((file) => hook.test(readFileSync(join(ROOT, file), 'utf8'))),
      [],
    );
  });
});

describe('groups', () => {
  it('keep the order, and take about as long as each other', () => {
    const seconds: Record<string, number> = { a: 1, b: 2, c: 1, d: 4, e: 1, f: 1, g: 2 };
    const groups = inGroups(Object.keys(seconds), 3, (file) => seconds[file] ?? 0);
    assert.deepEqual(groups, [['a', 'b', 'c'], ['d'], ['e', 'f', 'g']]);
  });

  it('are no more than there are files', () => {
    assert.deepEqual(
      inGroups(['a'], 4, () => 1),
      [['a']],
    );
  });
});

describe('the order', () => {
  it('is longest first, with an unknown job before the short ones', () => {
    const job = (name: string, files = [name]): Job => ({
      label: 'system',
      name,
      files,
      needs: new Set(),
      lane: 'busy',
      env: {},
    });
    const jobs = [job('short'), job('unknown'), job('long'), job('several', ['short', 'long'])];
    const ordered = longestFirst(jobs, { 'system: short': 1, 'system: long': 100 });
    assert.deepEqual(
      ordered.map(({ name }) => name),
      ['several', 'long', 'unknown', 'short'],
    );
  });
});

describe('remembered durations', () => {
  it('are those of files that passed, sorted, without unit tests of less than a second', () => {
    const took = (label: string, file: string, seconds: number, passed = true) => {
      return { label, file, seconds, passed };
    };
    const before = { 'units: b': 3, 'units: c': 4, 'system: a': 10, 'system: z': 7 };
    assert.deepEqual(
      Object.entries(
        remembered(before, [
          took('units', 'b', 0.4),
          took('units', 'a', 1.2),
          took('units', 'c', 60, false),
          took('system', 'a', 8.5),
        ]),
      ),
      [
        ['system: a', 9],
        ['system: z', 7],
        ['units: a', 2],
        ['units: c', 4],
      ],
    );
  });
});
