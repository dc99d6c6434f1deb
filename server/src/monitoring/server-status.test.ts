import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Metrics } from './metrics.ts';
import { type PipelineStatus, ServerStatus } from './server-status.ts';

type State = {
  stopping: boolean;
  unavailable: string | undefined;
  refused: string | null;
  notPrepared: string | undefined;
  lagMs: number;
  hasAnswered: boolean;
};

const WELL: State = {
  stopping: false,
  unavailable: undefined,
  refused: null,
  notPrepared: undefined,
  lagMs: 0,
  hasAnswered: true,
};

function statusIn(changed: Partial<State>): ServerStatus {
  const state = { ...WELL, ...changed };
  const metrics = new Metrics({
    journalBytes: () => 0,
    journalMax: () => 0,
    journalAge: () => 0,
    waiting: () => 0,
    diskFree: () => 0,
  });
  const pipeline: PipelineStatus = {
    journal: { unavailable: state.unavailable, waitingBytes: 9, knowsFreeBytes: false, freeBytes: -1 },
    pending: { size: 3 },
    metrics,
    lagMs: () => state.lagMs,
    layout: () => null,
    storeRefused: () => state.refused,
    sorting: () => null,
    notPrepared: () => state.notPrepared,
  };
  return new ServerStatus({
    node: 'a',
    pipeline,
    jobs: { failing: () => [] },
    heartbeat: { hasAnswered: state.hasAnswered, silentMs: 0 },
    store: { kind: 'embedded', restarts: { count: 0, last: null } },
    metadata: 'sqlite',
    isStopping: () => state.stopping,
  });
}

test('a server is not ready for the first reason that applies', () => {
  const trouble: [Partial<State>, RegExp][] = [
    [{ stopping: true }, /^it is about to stop$/],
    [{ unavailable: 'the disk is full' }, /^the disk is full$/],
    [{ refused: 'The store was made by a newer version.' }, /^The store was made by a newer version$/],
    [{ notPrepared: 'the tables are being updated' }, /^the tables are being updated$/],
    [{ lagMs: 61_000 }, /^the drain has not moved for 61 s$/],
  ];
  assert.equal(statusIn({}).notReady(), undefined);
  for (let first = 0; first < trouble.length; first++) {
    const state = Object.assign({}, ...trouble.slice(first).map(([each]) => each));
    assert.match(statusIn(state).notReady() ?? '', trouble[first]?.[1] ?? /never/);
  }
});

test('a server accepts payloads while its store is away, behind or refused', () => {
  for (const state of [{ refused: 'no' }, { notPrepared: 'no' }, { lagMs: 1e9 }, { hasAnswered: false }])
    assert.equal(statusIn(state).notAccepting(), undefined);
  assert.equal(statusIn({ stopping: true }).summary().journal.refusing, 'it is about to stop');
});

test('the summary, the system page and the heartbeat agree', () => {
  const status = statusIn({ lagMs: 1500 });
  assert.deepEqual(status.summary().journal, { waiting: 3, oldestSeconds: 1.5, refusing: null });
  assert.deepEqual(status.system().journal, { bytes: 9, waiting: 3, oldestSeconds: 1.5 });
  const { waiting, lagMs, name } = status.nodeHeartbeat();
  assert.deepEqual({ waiting, lagMs, name }, { waiting: 3, lagMs: 1500, name: 'a' });
  assert.equal(status.system().disk.freeBytes, null);
  assert.deepEqual(status.system().store.restarts, { count: 0, last: null });
});
