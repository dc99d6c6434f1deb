import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextJob, runQueue } from './queue.ts';
import type { Lane } from './suites.ts';

const SLOTS = { busy: 2, waiting: 1 };
const of = (lane: Lane, name = '') => ({ lane, name });

describe('the next job', () => {
  it('is a busy one while a core is free, then a waiting one beside them', () => {
    const queued = [of('waiting'), of('busy', 'a'), of('busy', 'b')];
    assert.equal(nextJob(queued, [], SLOTS)?.name, 'a');
    assert.equal(nextJob(queued, [of('busy'), of('busy')], SLOTS)?.lane, 'waiting');
    assert.equal(nextJob(queued, [of('busy'), of('busy'), of('waiting')], SLOTS), undefined);
  });

  it('is a waiting one in place of a busy one when no busy one is left', () => {
    assert.equal(nextJob([of('waiting')], [of('busy'), of('waiting')], SLOTS)?.lane, 'waiting');
    const running = [of('waiting'), of('waiting'), of('waiting')];
    assert.equal(nextJob([of('waiting')], running, SLOTS), undefined);
  });

  it('runs alone when nothing else does', () => {
    const queued = [of('alone')];
    assert.equal(nextJob(queued, [of('waiting')], SLOTS), undefined);
    assert.equal(nextJob(queued, [], SLOTS)?.lane, 'alone');
    assert.equal(nextJob([of('alone'), of('busy')], [], SLOTS)?.lane, 'busy');
    assert.equal(nextJob([of('alone')], [of('alone')], SLOTS), undefined);
  });
});

describe('a queue', () => {
  it('runs every job once, never more at a time than there are slots, and alone what is to run alone', async () => {
    const lanes: Lane[] = ['alone', 'busy', 'waiting', 'busy', 'busy', 'waiting', 'alone', 'busy'];
    const ran: string[] = [];
    let running: Lane[] = [];
    await runQueue(
      lanes.map((lane, i) => of(lane, String(i))),
      SLOTS,
      async ({ lane, name }) => {
        running.push(lane);
        assert.ok(running.length <= 3 && running.filter((each) => each === 'busy').length <= 2);
        if (running.includes('alone')) assert.equal(running.length, 1);
        await sleep(1);
        running = running.toSpliced(running.indexOf(lane), 1);
        ran.push(name);
      },
    );
    assert.deepEqual(ran.toSorted(), ['0', '1', '2', '3', '4', '5', '6', '7']);
    assert.deepEqual(ran.slice(-2), ['0', '6']);
  });
});
