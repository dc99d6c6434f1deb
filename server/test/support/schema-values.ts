/** Arbitrary values for a JSON Schema: valid, nearly valid and hostile ones. */

import type { JsonSchema } from '@parley/contract';
import fc from 'fast-check';

/** Schemas by reference, to resolve `$ref`. */
export type Resolve = (reference: string) => JsonSchema;

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff and more',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  "'; DROP TABLE interactions; --",
  '{name:String}',
  '%s%n%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'null',
  'NaN',
  '-1',
  '1e309',
  '99999999999999999999',
  '0x10',
  '2025-02-30T25:61:00Z',
  '+275760-09-13T00:00:00.001Z',
  '\u202e\u0000\uffff',
  '"',
  '"unfinished phrase',
  'x'.repeat(257),
  'é'.repeat(1500),
] as const;

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Any JSON value, with hostile member names. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], [null]),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toString', '', 'a'), hostileText, {
    maxKeys: 3,
  }),
);

/** Mostly valid values, sometimes with one fault. */
export function nearlyValid(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: valid(schema, resolve) },
    { weight: 2, arbitrary: valid(schema, resolve).chain(spoil) },
    { weight: 1, arbitrary: hostileValue },
  );
}

export function valid(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return valid(resolve(schema.$ref), resolve);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valid(choice, resolve)));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => valid({ ...schema, type }, resolve)));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1e6, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ min: schema.minimum ?? schema.exclusiveMinimum ?? -1000, max: 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const items = schema.items !== undefined && !('length' in schema.items) ? schema.items : {};
      return fc.array(valid(items, resolve), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? 3,
        size: '-1',
      });
    }
    case 'object':
      return object(schema, resolve);
    default:
      return hostileValue;
  }
}

function text({ format, pattern, minLength = 0, maxLength = 100 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email')
    return fc.oneof(
      fc.emailAddress(),
      fc.nat({ max: 9 }).map((n) => `person${n}@example.com`),
    );
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((date) => date.toISOString());
  if (format === 'date') return fc.constant('2025-06-01');
  // fast-check does not support patterns with lookahead; only paths have them.
  if (pattern?.includes('(?')) return fc.constantFrom('/', '/sessions', '//elsewhere');
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: 100 });
  return fc.string({ minLength, maxLength, unit: 'grapheme', size: '-1' });
}

function object({ properties = {}, required = [] }: JsonSchema, resolve: Resolve): fc.Arbitrary<object> {
  const members = Object.entries(properties).map(([name, member]) => [name, valid(member, resolve)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
}

/** Removes a member, changes its type, or adds one. */
function spoil(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) return hostileValue.map((extra) => [...value, extra]);
  if (typeof value !== 'object' || value === null) return hostileValue;
  const members = Object.entries(value);
  const extra = fc.tuple(fc.constantFrom('extra', 'constructor', '', 'toString'), hostileValue);
  const added = extra.map(([name, wrong]) => Object.fromEntries([...members, [name, wrong]]));
  if (members.length === 0) return added;
  const chosen = fc.nat({ max: members.length - 1 });
  return fc.oneof(
    added,
    chosen.map((gone) => Object.fromEntries(members.filter((_, i) => i !== gone))),
    fc
      .tuple(chosen, hostileValue)
      .map(([at, wrong]) =>
        Object.fromEntries(members.map(([name, old], i) => [name, i === at ? wrong : old])),
      ),
    chosen.chain((at) =>
      spoil(members[at]?.[1]).map((wrong) =>
        Object.fromEntries(members.map(([name, old], i) => [name, i === at ? wrong : old])),
      ),
    ),
  );
}
