import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { Sink } from '../../../test/support/sink.ts';
import { failing, StoredRows } from '../../../test/support/stored-rows.ts';
import { ApiError } from '../../base/errors.ts';
import { ONE_NODE } from './tail-feed.ts';
import { TailHub } from './tail-hub.ts';

const NEVER = 3_600_000;
const FIRST_ID = '00000000-0000-7000-8000-000000000001';

describe('the hub of the live tail', () => {
  it('sends at once what the drain reports, and polls for what it does not', async () => {
    for (const pollMs of [NEVER, 1]) {
      const { hub, source } = start({ pollMs });
      const sink = new Sink();
      const leave = hub.follow(['app_1'], {}, sink, null);
      await eventually('the hub has polled', () => source.calls.keys > 0);
      source.rows.push({ id: FIRST_ID, stored: source.now, visibleAt: 0, bytes: 1 });
      if (pollMs === NEVER) hub.wake();
      await eventually('the event has arrived', () => sink.ids.length === 1);
      leave();
    }
  });

  it('queries nothing while nobody listens', async () => {
    const { hub, source } = start({ pollMs: 1 });
    hub.wake();
    assert.equal(source.calls.keys, 0);
    const leave = hub.follow(['app_1'], {}, new Sink(), null);
    await eventually('the hub polls', () => source.calls.keys > 2);
    leave();
    await eventually('the hub has stopped polling', async () => {
      const before = source.calls.keys;
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
      return source.calls.keys === before;
    });
  });

  it('survives a store that is down, reports it, and continues when it is back', async () => {
    const { hub, source, said } = start({ pollMs: 1 });
    let away = true;
    source.beforeCall = failing(() => away);
    const [fresh, resumed] = [new Sink(), new Sink()];
    hub.follow(['app_1'], {}, fresh, null);
    hub.follow(['app_1'], {}, resumed, source.now - 1000);
    source.rows.push({ id: FIRST_ID, stored: source.now, visibleAt: 0, bytes: 1 });
    await eventually('the hub has polled several times', () => source.calls.keys > 5);
    assert.equal(said.at(-1), 'failed');
    away = false;
    await eventually('the event has arrived', () => fresh.ids.length === 1 && resumed.ids.length === 1);
    assert.equal(fresh.closed, false);
    assert.equal(said.at(-1), 'worked');
    hub.close();
  });

  it('has 20 slots per application, fewer when few are left, and 100 in total', () => {
    const { hub } = start({ pollMs: NEVER });
    const leave: (() => void)[] = [];
    const takenBy = (app: string) => {
      const before = leave.length;
      assert.throws(() => {
        for (;;) leave.push(hub.takeSlot([app]));
      }, refusedWith('rate_limited'));
      return leave.length - before;
    };
    const apps = Array.from({ length: 10 }, (_, i) => `app_${i}`);
    assert.deepEqual(apps.map(takenBy), [20, 20, 20, 20, 10, 5, 3, 1, 1, 0]);
    leave[0]?.();
    hub.takeSlot(['app_9']);
  });

  it('ends all connections when it closes, and accepts no more', async () => {
    const { hub } = start({ pollMs: 1 });
    const sinks = [new Sink(), new Sink()];
    for (const sink of sinks) hub.follow(['app_1'], {}, sink, null);
    hub.close();
    assert.deepEqual(
      sinks.map(({ closed }) => closed),
      [true, true],
    );
    assert.throws(() => hub.takeSlot(['app_1']), refusedWith('unavailable'));
  });
});

function start({ pollMs }: { pollMs: number }) {
  const source = new StoredRows();
  source.now = Date.UTC(2025, 5, 1);
  const said: string[] = [];
  const hub = new TailHub({
    lookBack: ONE_NODE,
    source,
    onFailure: () => said.push('failed'),
    onWorked: () => said.push('worked'),
    onEnd: () => said.push('ended'),
    now: () => source.now,
    pollMs,
  });
  return { hub, source, said };
}

function refusedWith(code: string) {
  return (error: unknown) => error instanceof ApiError && error.code === code && error.message.endsWith('.');
}
