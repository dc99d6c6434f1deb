/** The Ingestion page: rejected payloads, their reasons, and replay. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { addToLedger, noCounts } from '../../server/src/cluster/ledger.ts';
import { Store } from '../../server/src/store/store.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { metadataOf } from '../../server/test/support/metadata-of.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { becomes } from './support/becomes.ts';
import { sharedConsole } from './support/shared-console.ts';

const STORED_MS = 120_000;

describe('ingestion', () => {
  const shared = sharedConsole({ store: true });

  it('a rejection shows its reason, and a replay is rejected again while the payload is invalid', async () => {
    const owner = await shared.person('Ida');
    const { id, appKey, apiKey } = await owner.createApplication('Shop');
    const keys = { appKey, apiKey };
    const wrong = payloadOf('openai', 'chat', { session: ['not', 'a', 'name'] }, keys);
    assert.equal((await shared.server.post(bytesOf(wrong))).status, 422);
    assert.equal((await shared.server.post(bytesOf(payloadOf('openai', 'chat', {}, keys)))).status, 200);
    await eventually(
      'the ledger has both',
      async () => JSON.stringify((await owner.get(`/v1/ledger?app=${id}`)).json).includes('"waiting":0'),
      STORED_MS,
    );

    const page = await shared.open(`/apps/${id}/ingestion`, { as: owner });
    const ledger = page.getByRole('region', { name: 'Payloads received' });
    await ledger.getByText('adds up').waitFor();
    const row = page.getByRole('region', { name: 'Rejected payloads' }).getByRole('row').last();
    await row.getByText('session must be a string').waitFor();
    await row.getByRole('button', { name: 'Open' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rejected payload' });
    await dialog.getByText('"not"').waitFor();
    assert.ok(!(await dialog.innerText()).includes(apiKey), 'the key is in the payload');

    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.getByRole('alert').getByText('Still rejected:').waitFor();
    const again = dialog.getByRole('alert').getByText('session must be a string');
    await again.waitFor();
    assert.match(await again.innerText(), /^session must be a string/, 'the path is shown twice');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await row.getByRole('button', { name: 'Replay' }).waitFor();
  });

  it('damaged payloads are part of the sum', async (test) => {
    const owner = await shared.person('Ivo');
    const { id } = await owner.createApplication('Shop');
    const counts = { ...noCounts(), received: 12, stored: 7, duplicate: 3, damaged: 2 };
    const days = [{ appId: id, day: '2025-01-10', counts }];
    await addToLedger(metadataOf(test, shared.server), 'another-node', days, { segment: 1, offset: 1 });

    const page = await shared.open(`/apps/${id}/ingestion`, { as: owner });
    const ledger = page.getByRole('region', { name: 'Payloads received' });
    await ledger.getByText('adds up').waitFor();
    await ledger.getByText('Unreadable on disk').waitFor();
    const table = page.getByRole('region', { name: 'Ledger by day' });
    await becomes(() => table.getByRole('row').last().innerText(), /12\s+7\s+3\s+0\s+2\s+0\s+✓ Yes/);
  });

  it('a payload that an earlier version rejected can be replayed, and leads to the interaction', async (test) => {
    const owner = await shared.person('Iris');
    const { id, appKey } = await owner.createApplication('Shop');
    const store = new Store({ kind: 'remote', url: shared.storeUrl });
    test.after(() => store.close());
    const receivedAt = Date.now() - 60_000;
    const rejection = {
      id: randomUUID(),
      appId: id,
      receivedAt,
      issues: JSON.stringify([
        { path: 'reconify.format', code: 'unknown_format', message: 'reconify.format is not known.' },
      ]),
      payload: JSON.stringify(payloadOf('openai', 'chat', {}, { appKey, apiKey: '' })),
      replayedAs: '',
      version: receivedAt,
    };
    await store.insertRejections([rejection], `earlier-${rejection.id}`);

    const page = await shared.open(`/apps/${id}/ingestion`, { as: owner });
    const row = page.getByRole('region', { name: 'Rejected payloads' }).getByRole('row').last();
    await row.getByText('reconify.format is not known.').waitFor();
    await row.getByRole('button', { name: 'Replay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rejected payload' });
    await dialog.getByText('Recorded', { exact: true }).waitFor();
    await dialog.getByRole('link', { name: 'Show interaction' }).click();
    const panel = page.getByRole('complementary', { name: 'Interaction' });
    await panel.getByRole('article', { name: 'Assistant' }).getByText('The Elbe.').waitFor();

    await page.goto(`/apps/${id}/ingestion`);
    await row.getByRole('link', { name: 'Replayed' }).waitFor();
    await becomes(() => row.getByRole('button', { name: 'Replay' }).count(), 0);
  });
});
