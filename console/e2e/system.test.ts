/** The page of whoever runs the server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axeFaults } from './support/axe.ts';
import { sharedConsole } from './support/shared-console.ts';

describe('the System page', () => {
  // Nobody listens there: traces of the server cannot be sent.
  const shared = sharedConsole({
    store: false,
    env: async () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
  });

  it('shows a background job that keeps failing: its name, since when, how often and with what', async () => {
    const page = await shared.open('/system', { as: await shared.person('Operator') });
    const job = page.getByRole('row', { name: /Sending traces/ });
    await job.waitFor();
    assert.match((await job.textContent()) ?? '', /Sending traces.*[1-9].*fetch failed/);
    await page.getByRole('heading', { name: 'Background jobs' }).waitFor();
    assert.deepEqual(await axeFaults(page, true), []);
  });
});
