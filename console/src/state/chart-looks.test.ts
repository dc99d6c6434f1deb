import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aloneIn, chartName, isTable, readLooks, withAlone, withTable } from './chart-looks.ts';

describe('the looks of charts', () => {
  it('are read from the address, without what is invalid', () => {
    assert.deepEqual(readLooks({ table: 'cost', only: ['cost:gpt', 'gpt', 7], model: ['a'] }), {
      table: ['cost'],
      only: ['cost:gpt'],
    });
    assert.deepEqual(readLooks({ table: [], only: { a: 1 } }), {});
  });

  it('are those of one chart, whatever its series are named', () => {
    const cost = chartName('Cost by application');
    assert.equal(cost, 'cost-by-application');
    const looks = withAlone(withTable({}, 'cost', true), cost, 'a:b, “c”');
    assert.equal(aloneIn(looks, cost), 'a:b, “c”');
    assert.equal(aloneIn(looks, 'cost'), null);
    assert.ok(isTable(looks, 'cost') && !isTable(looks, cost));
  });

  it('leave no trace when they are undone', () => {
    const looks = withAlone(withTable({ table: ['cost'] }, 'latency', true), 'cost', 'm');
    assert.deepEqual(looks, { table: ['cost', 'latency'], only: ['cost:m'] });
    const undone = withAlone(withTable(withTable(looks, 'cost', false), 'latency', false), 'cost', null);
    assert.deepEqual(readLooks(undone), {});
  });
});
