/** Monitors as code: a file, applied as often as one likes. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeMetadata } from './support/metadata-address.ts';
import { parley } from './support/parley-command.ts';
import { tempFolder } from './support/temp-folder.ts';

const BUDGET = {
  name: 'Spend',
  measure: 'costUsd',
  filters: { 'label.environment': ['production'], model: 'gpt-4o' },
  window: 'month',
  condition: { above: 500 },
  steps: [0.5, 1],
};
const ERRORS = {
  name: 'Errors',
  measure: 'errorRate',
  window: '1h',
  condition: { above: 0.05 },
  minimum: 20,
};

test('monitors are made what a file says, with a plan, and a second time nothing is done', async () => {
  const data = await tempFolder();
  await makeMetadata(data);
  assert.equal((await parley(data, 'app', 'create', '--name', 'Shop')).code, 0);
  const file = join(data, 'monitors.json');
  const write = (...monitors: object[]) => writeFileSync(file, JSON.stringify({ monitors }));
  const apply = async (...flags: string[]) => {
    const { code, stdout, stderr } = await parley(data, 'monitors', 'apply', file, '--app', 'Shop', ...flags);
    return code === 0 ? stdout.trim().split('\n') : [stderr.trim()];
  };

  write(BUDGET, ERRORS);
  assert.deepEqual(await apply('--plan'), [
    '+ Spend',
    '+ Errors',
    'Nothing was changed: without --plan it is.',
  ]);
  assert.deepEqual(await apply(), ['+ Spend', '+ Errors']);
  assert.deepEqual(await apply(), ['Nothing to change.']);

  write({ ...BUDGET, condition: { above: 800 }, enabled: false });
  assert.deepEqual(await apply(), ['~ Spend: condition, enabled']);
  assert.deepEqual(await apply('--prune'), ['- Errors']);

  assert.equal((await parley(data, 'monitors', 'export', file, '--app', 'Shop')).code, 0);
  const { monitors } = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(monitors[0].filters, { 'label.environment': ['production'], model: ['gpt-4o'] });
  assert.deepEqual(await apply('--prune'), ['Nothing to change.'], 'what is exported is what is there');

  write({ ...BUDGET, notify: ['Nobody'] });
  assert.deepEqual(await apply(), ['The application has no channel called “Nobody”.']);
  write({ ...BUDGET, window: '1d' });
  assert.match(String(await apply()), /monitors\.0\.window: Steps need a day, a week or a month/);
});
