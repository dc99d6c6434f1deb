/** Tasks of people who look for a cause, on data in which it is known; each reads what they would read. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { APPLICATIONS } from '@parley/sample/applications';
import type { Page } from 'playwright-core';
import { becomes } from './support/becomes.ts';
import { explained, type Filled, fillWith } from './support/fill.ts';
import { overflow, PHONE } from './support/overflow.ts';
import {
  BAD_FEATURE,
  BAD_MODEL,
  FAILED_PERSON,
  FAILURE,
  LATEST_FAILURE,
  LATEST_FAILURES,
  plantedPosts,
  RISEN_FEATURE,
  SAID_BY_ASSISTANT,
  WORD,
} from './support/planted.ts';
import { sharedConsole } from './support/shared-console.ts';

const CALLS = 400;

describe('a person who looks for a cause', () => {
  let filled: Omit<Filled, 'stored'>;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fillWith(server, plantedPosts(APPLICATIONS[0].name, CALLS, Date.now()));
      await explained(filled.owner, filled.application.id);
    },
  });
  const open = (path: string, view = {}) =>
    shared.open(`/apps/${filled.application.id}${path}`, { as: filled.owner, ...view });
  const field = (page: Page) => page.getByRole('textbox', { name: 'Search messages' });

  it('finds why the cost doubled, though no user stands out', async () => {
    const page = await open('/overview?range=7d');
    await page.getByRole('link', { name: 'What changed? Cost' }).click();
    await page
      .getByText(new RegExp(`^Cost rose by .*feature=${RISEN_FEATURE}, because each call used`))
      .waitFor();
    const causes = page.getByRole('list', { name: 'Causes' }).getByRole('listitem');
    const [first = '', ...others] = await causes.allTextContents();
    assert.match(first, new RegExp(`feature ${RISEN_FEATURE}`));
    assert.ok(!others.some((cause) => cause.includes('@example.com')), 'no user is a cause');
  });

  it('finds what failed for a customer, by their email address', async () => {
    const page = await open('/interactions?range=7d');
    await field(page).fill(FAILED_PERSON.email);
    await page.getByRole('link', { name: `Open user ${FAILED_PERSON.firstName}` }).click();
    await page.getByRole('heading', { name: FAILED_PERSON.lastName }).waitFor();
    await page.getByText(FAILURE.code).first().waitFor();
  });

  it('finds the model to drop for a feature', async () => {
    const page = await open('/models?range=30d');
    const card = page.getByRole('region', { name: 'By label' });
    for (const [figure, bad] of [
      ['Latency, p50', /[67]\.\d+ s|[67],?\d{3} ms/],
      ['Error rate', /[4-8]\d(\.\d)?%/],
    ] as const) {
      await card.getByLabel('Figure by label').selectOption({ label: figure });
      const matrix = page.getByRole('region', { name: 'Models by feature' });
      const row = matrix.getByRole('row', { name: new RegExp(BAD_MODEL) });
      await matrix.getByRole('columnheader', { name: BAD_FEATURE, exact: true }).waitFor();
      const heads = await matrix.getByRole('columnheader').allTextContents();
      const cells = async () => row.locator('th, td').allTextContents();
      await becomes(async () => (await cells())[heads.indexOf(BAD_FEATURE)] ?? '', bad);
      assert.match((await cells())[heads.indexOf(BAD_FEATURE)] ?? '', /\(worst\)/);
      const elsewhere = (await cells()).filter((_, i) => i > 0 && heads[i] !== BAD_FEATURE);
      assert.ok(elsewhere.length > 0 && !elsewhere.some((text) => bad.test(text)), elsewhere.join(' | '));
    }
  });

  it('finds every conversation in which the assistant said a word', async () => {
    const page = await open('/sessions?range=30d');
    await field(page).fill(WORD);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Search in' }).selectOption('Assistant');
    const rows = page.getByRole('region', { name: 'Sessions' }).locator('tbody tr');
    await rows.first().locator('mark').first().waitFor();
    await becomes(() => rows.count(), SAID_BY_ASSISTANT);
    for (const text of await rows.allTextContents())
      assert.match(text, new RegExp(`you the ${WORD} of order`));
  });

  it('sees on a phone what happened in the last hour', async () => {
    const page = await open('/overview?range=1h', PHONE);
    const errors = page.getByRole('region', { name: 'Latest errors' });
    await errors.getByText('The model timed out.').first().waitFor();
    assert.equal(await errors.getByRole('listitem').count(), LATEST_FAILURES);
    assert.deepEqual(await overflow(page), []);
    await errors.getByRole('listitem').first().getByRole('link').click();
    await page.getByText(LATEST_FAILURE.code).first().waitFor();
    await page.getByText('Are you there?').first().waitFor();
  });
});
