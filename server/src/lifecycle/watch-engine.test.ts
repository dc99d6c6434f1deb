import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENT_MS } from '../monitoring/store-health.ts';
import { HUNG_CHECKS, watchEngine } from './watch-engine.ts';

function watched() {
  const engine = {
    started: 100,
    restarts: [] as string[],
    startedAt: () => engine.started,
    restart: (reason: string) => void engine.restarts.push(reason),
  };
  const pulse: { heardAt: number | null; silentMs: number } = { heardAt: null, silentMs: 0 };
  const look = watchEngine(engine, pulse);
  const looks = (count: number) => {
    for (let i = 0; i < count; i++) look();
  };
  return { engine, pulse, looks };
}

test('an engine that stops answering is restarted, once', () => {
  const { engine, pulse, looks } = watched();
  pulse.heardAt = 200;
  pulse.silentMs = SILENT_MS;
  looks(HUNG_CHECKS - 1);
  assert.deepEqual(engine.restarts, []);
  pulse.silentMs = 125_000;
  looks(1);
  assert.deepEqual(engine.restarts, ['it did not answer for 125 s']);
  // The next one has not answered yet, which may take minutes.
  engine.started = 130_000;
  looks(10 * HUNG_CHECKS);
  assert.equal(engine.restarts.length, 1);
  pulse.heardAt = 140_000;
  looks(HUNG_CHECKS);
  assert.equal(engine.restarts.length, 2);
});

test('an engine that answers now and then, or is still starting, is left alone', () => {
  const { engine, pulse, looks } = watched();
  looks(10 * HUNG_CHECKS);
  pulse.heardAt = 200;
  for (let i = 0; i < 10; i++) {
    pulse.silentMs = SILENT_MS;
    looks(HUNG_CHECKS - 1);
    pulse.silentMs = 0;
    looks(1);
  }
  assert.deepEqual(engine.restarts, []);
});

test('a machine that was suspended does not mistake its engine for a hung one', () => {
  const { engine, pulse, looks } = watched();
  pulse.heardAt = 200;
  pulse.silentMs = 3_600_000;
  looks(2);
  pulse.silentMs = 0;
  looks(1);
  assert.deepEqual(engine.restarts, []);
});
