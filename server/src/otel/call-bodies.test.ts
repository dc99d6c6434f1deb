import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinLogs, logsBody, NO_LOGS } from './call-bodies.ts';

function logs(...texts: string[]): Buffer {
  return logsBody(texts.map((text) => Buffer.from(text)));
}

function items(kept: Buffer): unknown {
  return JSON.parse(kept.toString()).logs;
}

test('log records are joined in order, byte for byte', () => {
  const joined = joinLogs(logs('{"a": 1.0}'), logs('{"b":"]},{"}', '{"c":[1, 2]}'), NO_LOGS, logs('{"d":1}'));
  assert.equal(joined.toString(), '{"logs":[{"a": 1.0},{"b":"]},{"},{"c":[1, 2]},{"d":1}]}');
});

test('a log record that is sent again occurs once, whatever it is sent with', () => {
  const joined = joinLogs(logs('{"a":1}'), logs('{"a":1}', '{"b":2}'), logs('{"b":2}', '{"c":3}', '{"a":1}'));
  assert.deepEqual(items(joined), [{ a: 1 }, { b: 2 }, { c: 3 }]);
});

test('equal log records of one export are all kept, however often the export is sent', () => {
  const twice = logs('{"a":1}', '{"b":2}', '{"a":1}');
  assert.deepEqual(items(joinLogs(logs('{"a":1}'), twice, twice)), [{ a: 1 }, { b: 2 }, { a: 1 }]);
});

test('logs to which nothing is added are returned unchanged', () => {
  const first = logs('{"a":1}', '{"b":2}');
  assert.equal(joinLogs(first, logs('{"b":2}'), NO_LOGS), first);
  assert.equal(joinLogs(NO_LOGS, NO_LOGS), NO_LOGS);
});
