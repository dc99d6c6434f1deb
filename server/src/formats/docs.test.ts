import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Exchange, FORMATS, type Format, Usage } from '@parley/contract';
import { type Fixture, loadFixtures } from '../../test/fixtures/formats.ts';
import { readExchange } from './index.ts';
import { isObject } from './shared/read.ts';
import { READING_WARNINGS } from './shared/warnings.ts';

const markdown = readFileSync(new URL('../../../docs/formats.md', import.meta.url), 'utf8');
const FIELDS = Object.keys(Exchange.shape).flatMap((field) =>
  field === 'usage' ? Object.keys(Usage.shape).map((part) => `usage.${part}`) : [field],
);
const fixtures = loadFixtures().map(withParsedBodies);

for (const format of FORMATS) {
  const rows = rowsOf(format);

  test(`docs/formats.md names the source of every field of ${format}`, () => {
    for (const field of FIELDS) assert.ok(rows.has(field), `${format} has no row for ${field}`);
  });

  test(`every path in docs/formats.md for ${format} affects the field that it is listed for`, () => {
    const own = fixtures.filter((fixture) => fixture.format === format);
    for (const [field, source] of rows) {
      for (const path of pathsIn(source)) {
        const matters = own.some((fixture) => fieldChanges(fixture, field, path));
        assert.ok(matters, `${format}: no fixture shows that ${field} comes from ${path}`);
      }
    }
  });
}

test('docs/formats.md lists every reading warning', () => {
  for (const code of READING_WARNINGS) assert.match(markdown, new RegExp(`^\\| \`${code}\` +\\|`, 'm'));
});

function rowsOf(format: Format): Map<string, string> {
  const section = markdown.split(/^## /m).find((each) => each.startsWith(`${format}\n`)) ?? '';
  const rows = new Map<string, string>();
  for (const line of section.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, field = '', source = ''] = cells;
    if (FIELDS.includes(field)) rows.set(field, source);
  }
  return rows;
}

function pathsIn(source: string): string[] {
  return [...source.matchAll(/`((?:request|response)\.[^`]+)`/g)].map((match) => match[1] ?? '');
}

/** Replacement values: none, a larger number, another string, a filter's finish reason. */
const CHANGES: readonly ((value: unknown) => unknown)[] = [
  () => undefined,
  (value) => (typeof value === 'number' ? value + 1 : value),
  (value) => (typeof value === 'string' ? `${value} too` : value),
  (value) => (typeof value === 'string' ? 'content_filter' : value),
];

function fieldChanges(fixture: Fixture, field: string, path: string): boolean {
  const before = readField(fixture, field, fixture.request, fixture.response);
  return CHANGES.some((change) => {
    const { request, response } = structuredClone(fixture);
    const found = changeAt({ request, response }, path.split('.'), change);
    return found && before !== readField(fixture, field, request, response);
  });
}

function readField(
  { format, type }: Fixture,
  field: string,
  request: Fixture['request'],
  response: Fixture['response'],
): string {
  let value: unknown = readExchange(format, type, request, response).exchange;
  for (const key of field.split('.')) value = isObject(value) ? value[key] : undefined;
  return JSON.stringify(value);
}

/** Changes the value at a path; returns whether the path exists. */
function changeAt(
  value: unknown,
  [key = '', ...rest]: string[],
  change: (value: unknown) => unknown,
): boolean {
  if (!isObject(value)) return false;
  const name = key.replace('[]', '');
  if (!Object.hasOwn(value, name)) return false;
  if (rest.length === 0) return Reflect.set(value, name, change(value[name]));
  const inner = value[name];
  if (!key.endsWith('[]')) return changeAt(inner, rest, change);
  return Array.isArray(inner) && inner.filter((element) => changeAt(element, rest, change)).length > 0;
}

function withParsedBodies(fixture: Fixture): Fixture {
  return { ...fixture, request: parsed(fixture.request), response: parsed(fixture.response) };
}

function parsed(side: Fixture['request']): Fixture['request'] {
  if (typeof side.body !== 'string') return side;
  try {
    return { ...side, body: JSON.parse(side.body) };
  } catch {
    return side;
  }
}
