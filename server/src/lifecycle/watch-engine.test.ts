import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENT_MS } from '../monitoring/store-health.ts';
import { HUNG_LOOKS, watchEngine } from './watch-engine.ts';

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

test('an engine that answered and does so no more is started again, once', () => {
  const { engine, pulse, looks } = watched();
  pulse.heardAt = 200;
  pulse.silentMs = SILENT_MS;
  looks(HUNG_LOOKS - 1);
  assert.deepEqual(engine.restarts, []);
  pulse.silentMs = 125_000;
  looks(1);
  assert.deepEqual(engine.restarts, ['it did not answer for 125 s']);
  // The next one is there, and has not answered yet: that may take minutes.
  engine.started = 130_000;
  looks(10 * HUNG_LOOKS);
  assert.equal(engine.restarts.length, 1);
  pulse.heardAt = 140_000;
  looks(HUNG_LOOKS);
  assert.equal(engine.restarts.length, 2);
});

test('an engine that answers now and then, or is still starting, is left alone', () => {
  const { engine, pulse, looks } = watched();
  looks(10 * HUNG_LOOKS);
  pulse.heardAt = 200;
  for (let i = 0; i < 10; i++) {
    pulse.silentMs = SILENT_MS;
    looks(HUNG_LOOKS - 1);
    pulse.silentMs = 0;
    looks(1);
  }
  assert.deepEqual(engine.restarts, []);
});

test('a machine that stood still does not take its engine for one that hangs', () => {
  const { engine, pulse, looks } = watched();
  pulse.heardAt = 200;
  pulse.silentMs = 3_600_000;
  looks(2);
  pulse.silentMs = 0;
  looks(1);
  assert.deepEqual(engine.restarts, []);
});
