import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMs } from '../../test/support/cpu-time.ts';
import { lastMember, MemberScan, members } from './member-scan.ts';

const space = fc.stringMatching(/^[ \t\n\r]{0,3}$/);

/** A string as JSON, with some of its characters spelt as escapes. */
const spelling = (text: string) => {
  const characters = Array.from(text);
  const choices = fc.array(fc.boolean(), { minLength: characters.length, maxLength: characters.length });
  return choices.map((escaped) => {
    const spelt = characters.map((c, i) => (escaped[i] ? escapeOf(c) : JSON.stringify(c).slice(1, -1)));
    return `"${spelt.join('')}"`;
  });
};

function escapeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('\\', '"', 'a'), maxLength: 60 }),
  fc.constantFrom('__proto__', 'constructor', '"', '\\', '}{][,:', '\u0000', 'request', ''),
);
// V8 may take an escaped key for an earlier one that begins with a backslash (nodejs/node#63785), so such
// keys cannot be compared with what JSON.parse says. They have a test of their own.
const key = text.filter((name) => !name.includes('\\'));
const json: fc.Arbitrary<string> = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false', '0', '-0', '1.0', '1e400', '12345678901234567890', '-1.5E-7'),
    text.chain(spelling),
    tie('list'),
    tie('object'),
  ),
  list: fc
    .tuple(fc.array(fc.tuple(space, tie('value'), space), { maxLength: 4 }), space)
    .map(([items, inside]) => `[${items.map((item) => item.join('')).join(',') || inside}]`),
  object: fc
    .tuple(
      fc.array(fc.tuple(space, key.chain(spelling), space, space, tie('value'), space), { maxLength: 4 }),
      space,
    )
    .map(([items, inside]) => `{${items.map(join).join(',') || inside}}`),
})).value;

const object = fc
  .array(fc.tuple(space, key.chain(spelling), space, space, json, space), { maxLength: 6 })
  .map((items) => items.map(join).join(','));

function join([a, key, b, c, value, d]: [string, string, string, string, string, string]): string {
  return `${a}${key}${b}:${c}${value}${d}`;
}

function own(value: unknown, key: string): unknown {
  assert.ok(typeof value === 'object' && value !== null);
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

test('every member that JSON.parse sees is found with its exact bytes, the last of equal keys winning', () => {
  fc.assert(
    fc.property(space, object, space, (before, inside, behind) => {
      const source = `${before}{${inside}}${behind}`;
      const bytes = Buffer.from(source.toWellFormed());
      const whole: unknown = JSON.parse(bytes.toString());
      assert.ok(typeof whole === 'object' && whole !== null);
      const found = members(bytes);
      assert.deepEqual(new Set(found.map(({ key }) => key)), new Set(Object.keys(whole)));
      for (const key of Object.keys(whole)) {
        const last = lastMember(found, key);
        assert.ok(last);
        const slice = bytes.toString('utf8', last.start, last.end);
        assert.deepEqual(JSON.parse(slice), own(whole, key));
        assert.equal(slice.trim(), slice);
      }
    }),
    { numRuns: 1000 },
  );
});

test('in pieces of any size, the same is found', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(space, object, sizes, (before, inside, sizes) => {
      const bytes = Buffer.from(`${before}{${inside}}`.toWellFormed());
      const scan = new MemberScan();
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const end = at + (sizes[i % sizes.length] ?? 1);
        scan.feed(bytes.subarray(at, end));
        at = end;
      }
      assert.deepEqual([scan.members, scan.complete, scan.length], [members(bytes), true, bytes.length]);
    }),
    { numRuns: 500 },
  );
});

test('how deep and how large the structure is, is known before anything is parsed', () => {
  const cases: [string, number, number][] = [
    ['{}', 1, 1],
    ['{"a":[1,2,[3]],"b":{"c":"[[[[,,,,"}}', 3, 7],
    [`{"a":${'['.repeat(600)}${']'.repeat(600)}}`, 601, 601],
  ];
  for (const [json, depth, values] of cases) {
    const scan = new MemberScan();
    scan.feed(Buffer.from(json));
    assert.deepEqual([scan.complete, scan.depth, scan.values], [true, depth, values], json.slice(0, 40));
  }
});

test('only the members that are wanted are remembered', () => {
  const scan = new MemberScan(new Set(['a', 'é']));
  scan.feed(Buffer.from('{"b":1,"\\u0061":2,"\\u00e9":3,"é":4}'));
  assert.deepEqual(
    scan.members.map(({ key }) => key),
    ['a', 'é', 'é'],
  );
});

test('what is no object is known by the byte that says so', () => {
  const cases: [string, number | null][] = [
    ['', null],
    ['  ', null],
    ['[', 0],
    [' "x"', 1],
    ['{"a":1', null],
    ['{"a"', null],
    ['{,', 1],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":1} x', 8],
    ['{"a":"b""c":1}', 8],
    ['\ufeff{"a":1}x', 10],
    ['{\u0000"a":1}', 1],
    ['{"a":\u00001}', 5],
  ];
  for (const [json, brokenAt] of cases) {
    const scan = new MemberScan();
    scan.feed(Buffer.from(json));
    assert.deepEqual([scan.complete, scan.brokenAt], [false, brokenAt], json);
  }
});

test('keys are read by their meaning, whatever their spelling', () => {
  const spellings = [
    '"\\\\"',
    '"\\u005c"',
    '"\\ufca4"',
    '"ﲤ"',
    '"\\\\u0041"',
    '"\\u0041"',
    '"\\/"',
    '"\\n\\""',
  ];
  const bytes = Buffer.from(`{${spellings.map((name) => `${name}:0`).join()}}`);
  assert.deepEqual(
    members(bytes).map((member) => member.key),
    ['\\', '\\', '\ufca4', '\ufca4', '\\u0041', 'A', '/', '\n"'],
  );
});

test('duplicate keys are all there, in order', () => {
  const bytes = Buffer.from('{"k":1,"\\u006b":2,"k":3}');
  assert.deepEqual(
    members(bytes).map(({ key, start, end }) => [key, bytes.toString('utf8', start, end)]),
    [
      ['k', '1'],
      ['k', '2'],
      ['k', '3'],
    ],
  );
});

test('100,000 levels are no deeper than any other value', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
    const bytes = Buffer.from(`{"request":${deep},"response":2}`);
    const request = lastMember(members(bytes), 'request');
    assert.equal(bytes.toString('utf8', request?.start, request?.end), deep);
  }
});

test('time grows with the length of the payload, not with its square', () => {
  const time = (depth: number) => {
    const bytes = Buffer.from(
      `{"a":${'[{"b":'.repeat(depth)}1${'}]'.repeat(depth)},"c":"${'\\"'.repeat(depth)}"}`,
    );
    // Several times, since short work may be counted as none.
    return cpuMs(() => {
      for (let i = 0; i < 10; i++) assert.equal(members(bytes).length, 2);
    });
  };
  time(10_000);
  // Sixteen times the payload: quadratic time would take 256 times as long.
  assert.ok(time(320_000) < 100 * Math.max(time(20_000), 1));
});
