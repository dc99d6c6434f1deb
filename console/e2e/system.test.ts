/** The System page, for operators. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axeFaults } from './support/axe.ts';
import { becomes } from './support/becomes.ts';
import { sharedConsole } from './support/shared-console.ts';

describe('the System page', () => {
  // Nothing listens at this address, so the server's own traces cannot be sent.
  const shared = sharedConsole({
    store: false,
    env: async () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
  });

  it('a failing background job is shown with its name, since when, how often and the error', async () => {
    const page = await shared.open('/system', { as: await shared.person('Operator') });
    const job = page.getByRole('row', { name: /Sending traces/ });
    await job.waitFor();
    await becomes(() => job.textContent(), /Sending traces.*[1-9].*fetch failed/);
    await page.getByRole('heading', { name: 'Background jobs' }).waitFor();
    assert.deepEqual(await axeFaults(page, true), []);
  });
});
