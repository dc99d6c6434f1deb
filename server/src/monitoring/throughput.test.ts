import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Throughput } from './throughput.ts';

describe('Throughput', () => {
  const watched = () => {
    const counters = { received: 0, stored: 0 };
    let time = 0;
    const throughput = new Throughput(
      () => counters,
      () => time,
    );
    /** One second in which this much happens. */
    const second = (received: number, stored: number) => {
      time += 1000;
      counters.received += received;
      counters.stored += stored;
      throughput.sample();
    };
    return { throughput, second };
  };

  it('is the mean of the last ten seconds', () => {
    const { throughput, second } = watched();
    for (let i = 0; i < 20; i++) second(1000, 0);
    for (let i = 0; i < 10; i++) second(30, 20);
    assert.deepEqual(throughput.now(), { receivedPerSecond: 30, storedPerSecond: 20 });
  });

  it('is zero ten seconds after the last payload', () => {
    const { throughput, second } = watched();
    second(500, 500);
    for (let i = 0; i < 10; i++) second(0, 0);
    assert.deepEqual(throughput.now(), { receivedPerSecond: 0, storedPerSecond: 0 });
  });

  it('measures a server that has just started over its uptime', () => {
    const { throughput, second } = watched();
    second(40, 0);
    second(40, 40);
    assert.deepEqual(throughput.now(), { receivedPerSecond: 40, storedPerSecond: 20 });
  });
});
