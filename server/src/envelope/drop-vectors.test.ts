import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMs } from '../../test/support/cpu-time.ts';
import { dropVectors } from './drop-vectors.ts';

const DROPPED = (length: number) => `{"dropped":"vector","length":${length}}`;

test('vectors are replaced by their length, wherever an upstream puts them', () => {
  const cases: [sent: string, kept: string][] = [
    [
      '{"data":[{"embedding":[0.1, -2e-5,3]},{"embedding":[1]}]}',
      `{"data":[{"embedding":${DROPPED(3)}},{"embedding":${DROPPED(1)}}]}`,
    ],
    ['{"data":[{"embedding":"AACAPgAAAL8AAAAA"}]}', `{"data":[{"embedding":${DROPPED(3)}}]}`],
    [
      '{"embeddings":{"float":[[1,2],[3,4]],"base64":["AACAPgAAAL8="]}}',
      `{"embeddings":{"float":[${DROPPED(2)},${DROPPED(2)}],"base64":[${DROPPED(2)}]}}`,
    ],
    ['{"embedding":{"values":[\n0.5 , 1\n]}}', `{"embedding":{"values":${DROPPED(2)}}}`],
    [
      '{"body":"{\\"embedding\\":[0.5,1]}"}',
      `{"body":"{\\"embedding\\":{\\"dropped\\":\\"vector\\",\\"length\\":2}}"}`,
    ],
    ['{"embedd\\u0069ng":"AACAPgAAAL8AAAAA"}', `{"embedd\\u0069ng":${DROPPED(3)}}`],
  ];
  cases.push(['{"stream":"[[0.5,1]]"}', `{"stream":"[{\\"dropped\\":\\"vector\\",\\"length\\":2}]"}`]);
  for (const [sent, kept] of cases) assert.equal(dropVectors(sent), kept);
});

test('everything else keeps its bytes', () => {
  const sent = [
    '{ "texts": ["[1,2,3]", "a \\"quoted [4, 5]\\\\", ""], "a": [], "b": [ ], "c": [true, 1], "d": [1, "x"] }',
    '{"usage":{"prompt_tokens":1.0,"big":12345678901234567890}, "usage":{}}',
    '{"embedding":"not base64!","error":{"message":"\\u0000\\ud800"}}',
    '{"embedding":{"dropped":"vector","length":1536}}',
    '{"body":"no JSON: \\u0041 \\"\\\\q\\" ["}',
    '"[1,2]"',
    '[]',
  ];
  for (const text of sent) assert.equal(dropVectors(text), text);
});

test('in any JSON, only lists of numbers are replaced', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(2), (value, indent) => {
      const kept = JSON.parse(dropVectors(JSON.stringify({ value }, null, indent)));
      assert.deepEqual(kept, { value: without(JSON.parse(JSON.stringify(value))) });
    }),
    { numRuns: 2000 },
  );
});

/** The expected result, from the parsed value. Random keys never name a base64 vector. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) {
    const numbers = value.length > 0 && value.every((element) => typeof element === 'number');
    return numbers ? { dropped: 'vector', length: value.length } : value.map(without);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, without(inner)]));
}

test('ten megabytes of the worst input are scanned within seconds', () => {
  const size = 10_000_000;
  const worst = [
    `{"embedding":[${'1,'.repeat(size / 2)}1]}`,
    `{"a":"${'\\"'.repeat(size / 2)}"}`,
    `{"a":"${'\\\\'.repeat(size / 2)}"}`,
    `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
    `[${'[1,"",'.repeat(size / 10)}`,
  ];
  for (const text of worst) {
    const took = cpuMs(() => dropVectors(text));
    assert.ok(took < 15_000, `${text.slice(0, 20)} took ${took} ms`);
  }
});
