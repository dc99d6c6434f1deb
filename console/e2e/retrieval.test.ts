/** Embeddings and rankings among conversations: in the list, in the panel, and as a filter. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { becomes } from './support/becomes.ts';
import { type Filled, fill } from './support/fill.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';
import { interactionList } from './support/steps.ts';

const STORED_MS = 120_000;

describe('embeddings and rankings', () => {
  let filled: Filled;
  const shared = sharedConsole({
    store: true,
    async prepare(server) {
      filled = await fill(server, 40);
      const { keys } = filled.application;
      for (const [format, type] of [
        ['openai', 'embedding'],
        ['cohere', 'rerank'],
      ] as const) {
        const timestamps = { request: Date.now() - 60_000, response: Date.now() - 59_700 };
        const answer = await server.post(bytesOf(payloadOf(format, type, { timestamps }, keys)));
        assert.equal(answer.status, 200, answer.text);
      }
    },
  });
  const open = (path: string) => shared.open(`/apps/${filled.application.id}${path}`, { as: filled.owner });

  it('the list shows their texts and results', async () => {
    const page = await open('/interactions?range=24h&type=embedding&type=rerank');
    const rows = interactionList(page).locator('tbody tr[id]');
    await rows.nth(1).waitFor({ timeout: STORED_MS });
    await settled(page);
    const shown = await rows.allTextContents();
    assert.equal(shown.length, 2, shown.join('\n'));
    assert.ok(
      shown.some((text) => text.includes('2 vectors of 3')),
      shown.join('\n'),
    );
    assert.ok(
      shown.some((text) => /\d of \d documents, best/.test(text)),
      shown.join('\n'),
    );
  });

  it('the panel shows texts, vectors and scores', async () => {
    const page = await open('/interactions?range=24h&type=embedding');
    const rows = interactionList(page).locator('tbody tr[id]');
    await rows.first().waitFor({ timeout: STORED_MS });
    await rows.first().click();
    const panel = page.getByRole('complementary', { name: 'Interaction' });
    await panel.getByText('2 vectors of 3').first().waitFor();
    await settled(page);
    await page.goto(page.url().replace(/interactions\/?[^?]*\?.*/, 'interactions?range=24h&type=rerank'));
    await rows.first().click();
    await panel
      .getByText(/documents/)
      .first()
      .waitFor();
    await settled(page);
  });

  it('a setting keeps their vectors', async () => {
    const page = await open('/settings/data');
    const vectors = page.getByRole('group', { name: 'Vectors of new embeddings' });
    await becomes(() => vectors.getByRole('radio', { name: 'Number and length' }).isChecked(), true);
    await settled(page);
  });
});
