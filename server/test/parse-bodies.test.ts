import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DIMENSIONS, QueryBody, ROUTES, type Route } from '@parley/contract';
import { z } from 'zod';
import { ApiError } from '../src/base/errors.ts';
import { parseBody } from '../src/http/parse.ts';
import { cpuMs } from './support/cpu-time.ts';

const BYTES = 128 * 1024;
/** Processor time, on a slow machine. */
const MAX_MS = 100;

describe('a body', () => {
  it('is checked quickly, however much is wrong with it', () => {
    const times: [ms: number, what: string][] = [];
    for (const [name, route] of Object.entries<Route>(ROUTES)) {
      if (!route.body || route.access.kind === 'keys') continue;
      for (const [what, text] of worstBodies(route.body)) {
        const { body } = route;
        let answer = '';
        const ms = cpuMs(() => {
          answer = JSON.stringify(outcome(body, JSON.parse(text)));
        });
        times.push([ms, `${name}, ${what}`]);
        assert.ok(answer.length < 100_000, `${name}, ${what}: ${answer.length} characters`);
      }
    }
    const [[ms, what] = [0, '']] = times.toSorted(([a], [b]) => b - a);
    assert.ok(times.length > 100);
    assert.ok(ms < MAX_MS, `${what}: ${Math.round(ms)} ms`);
  });

  it('may be as large as its schema allows', () => {
    const names = Array.from({ length: 100 }, (_, i) => `${i}`.padEnd(250, 'x'));
    const filters = { user: names, session: names, model: names, app: ['app_1'] };
    const parsed = parseBody(QueryBody, { measures: ['interactions'], filters });
    assert.deepEqual(parsed.filters.user, names);
  });
});

describe('an issue', () => {
  const wrong = (change: object) => {
    const answer = z
      .object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })
      .parse(outcome(QueryBody, { measures: ['interactions'], ...change }));
    return answer.issues;
  };

  it('with a dimension lists all of them, including labels', () => {
    const [issue, ...others] = wrong({ dimensions: ['model', 'label:team'] });
    assert.deepEqual([issue?.path, others], ['dimensions.1', []]);
    for (const name of [...DIMENSIONS, 'label.NAME'])
      assert.match(issue?.message ?? '', new RegExp(`\\b${name}\\b`));
  });

  it('with a time lists the accepted forms', () => {
    for (const from of ['yesterday', '2026-02-30', '16.11.2026', '2026-11-16T12:00:00', -1]) {
      const [issue, ...others] = wrong({ from });
      assert.deepEqual([issue?.path, others], ['from', []]);
      assert.match(issue?.message ?? '', /2026-11-16, .*2026-11-16T12:00:00Z, .*milliseconds/);
    }
  });
});

function outcome(schema: z.ZodType, body: unknown): unknown {
  try {
    parseBody(schema, body);
    return 'accepted';
  } catch (error) {
    if (error instanceof ApiError) return error.body('');
    throw error;
  }
}

/** As many errors as fit into a body, at every position that a schema checks. */
function* worstBodies(schema: z.ZodType): Generator<[what: string, body: string]> {
  yield ['unknown fields', manyFields()];
  for (const path of fieldsOf(schema)) {
    for (const [what, value] of Object.entries(WORST)) {
      const body = path.reduceRight((inner, field) => `{${JSON.stringify(field)}:${inner}}`, value);
      yield [`${path.join('.')}: ${what}`, body];
    }
  }
}

const WORST = {
  'wrong numbers': `[${'0,'.repeat(BYTES / 2)}0]`,
  'wrong texts': `[${'"a",'.repeat(BYTES / 4)}"a"]`,
  'empty objects': `[${'{},'.repeat(BYTES / 3)}{}]`,
  'lists of lists': `[${`[${'0,'.repeat(99)}0],`.repeat(BYTES / 210)}[]]`,
  'a deep one': '['.repeat(BYTES / 2) + ']'.repeat(BYTES / 2),
  fields: manyFields(),
  'a long text': JSON.stringify('a'.repeat(BYTES)),
  'a text of dots': JSON.stringify('a.'.repeat(BYTES / 2)),
  'a text of at signs': JSON.stringify('a@'.repeat(BYTES / 2)),
};

function manyFields(): string {
  const fields = Array.from({ length: BYTES / 12 }, (_, i) => `"f${i}":0`);
  return `{${fields.join(',')}}`;
}

/** The paths of all fields, two levels deep. */
function fieldsOf(schema: unknown, path: readonly string[] = []): string[][] {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodNullable)
    inner = inner.unwrap();
  if (!(inner instanceof z.ZodObject) || path.length === 2) return [];
  return Object.entries(inner.shape).flatMap(([name, field]) => [
    [...path, name],
    ...fieldsOf(field, [...path, name]),
  ]);
}
