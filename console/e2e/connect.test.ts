/** Connecting an application: refusals are shown while the page waits, and sample data can be explored. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newSecret } from '../../server/src/accounts/secrets.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { becomes } from './support/becomes.ts';
import { sharedConsole } from './support/shared-console.ts';

/** Until a payload is stored and the page has polled again. */
const ARRIVES_MS = 120_000;

describe('connecting an application', () => {
  const shared = sharedConsole({ store: true });

  it('wrong keys and invalid payloads are explained until a payload is accepted', async () => {
    const owner = await shared.person('Cora');
    const { id, appKey, apiKey } = await owner.createApplication('Shop');
    const page = await shared.open(`/apps/${id}/connect`, { as: owner });
    await page.getByText('Waiting for the first interaction…').waitFor();
    const refused = page.getByRole('region', { name: 'Refused' });
    assert.equal(await refused.count(), 0);

    const wrongKey = newSecret('sk');
    const post = (payload: object) => shared.server.post(bytesOf(payload));
    assert.equal((await post(payloadOf('openai', 'chat', {}, { appKey, apiKey: wrongKey }))).status, 401);
    await refused.getByText('Wrong keys').waitFor();
    await refused.getByText(`not one of this application (ending in ${wrongKey.slice(-4)})`).waitFor();
    await refused.getByText('from 127.0.0.1').waitFor();
    assert.ok(!(await page.content()).includes(wrongKey), 'the key is on the page');

    const { reconify } = payloadOf('openai', 'chat', {}, { appKey, apiKey });
    assert.equal(
      (await shared.server.post(`{"reconify":${JSON.stringify(reconify)},"request":`)).status,
      400,
    );
    await refused.getByText('A request could not be read').waitFor();
    await refused.getByText('The body is not JSON: it ends too early.').waitFor();

    const keys = { appKey, apiKey };
    assert.equal(
      (await post(payloadOf('openai', 'chat', { session: ['not', 'a', 'name'] }, keys))).status,
      422,
    );
    await refused.getByText('A payload was rejected').waitFor({ timeout: ARRIVES_MS });
    await refused.getByText('session must be a string').waitFor();
    await refused.getByRole('link', { name: 'Show rejected payloads' }).click();
    await page
      .getByRole('region', { name: 'Rejected payloads' })
      .getByText('session must be a string')
      .waitFor();

    await page.goBack();
    await refused.waitFor();
    assert.equal((await post(payloadOf('openai', 'chat', {}, keys))).status, 200);
    await page.getByText('Your first interaction is here').waitFor({ timeout: ARRIVES_MS });
    await becomes(() => refused.count(), 0);
  });

  it('sample data is marked as such on every page, and can be removed', async () => {
    const owner = await shared.person('Sam');
    const page = await shared.open('/', { as: owner });
    await page.getByRole('heading', { name: 'Welcome, Sam' }).waitFor();
    await page.getByRole('button', { name: 'Load sample data' }).click();
    await page.getByRole('button', { name: 'Loading…' }).waitFor();
    await page.getByRole('heading', { name: 'Overview' }).waitFor({ timeout: ARRIVES_MS });
    const banner = page.getByRole('region', { name: 'Sample data' });
    await banner.getByText('This is sample data.').waitFor();
    const [sample] = (await owner.get('/v1/me')).json.applications as { id: string; sample: boolean }[];
    assert.equal(sample?.sample, true);

    const interactions = page.getByText('900', { exact: true }).locator('visible=true').first();
    await eventually(
      'the overview has all of them',
      async () => {
        await page.goto(`/apps/${sample?.id}/overview?range=30d`);
        const found = interactions.waitFor({ timeout: 20_000 });
        return found.then(
          () => true,
          () => false,
        );
      },
      ARRIVES_MS,
    );
    await page.goto(`/apps/${sample?.id}/interactions?range=30d`);
    await page.getByText('900 interactions', { exact: true }).waitFor();
    await banner.waitFor();

    await banner.getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove sample data?' });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'Welcome, Sam' }).waitFor();
    assert.deepEqual((await owner.get('/v1/me')).json.applications, []);
  });

  it('sample data is offered once, beside an application that waits', async () => {
    const owner = await shared.person('Olga');
    const { id } = await owner.createApplication('Shop');
    const page = await shared.open(`/apps/${id}/connect`, {
      as: owner,
      width: 390,
      height: 844,
      theme: 'dark',
    });
    await page.getByRole('button', { name: 'Load sample data' }).waitFor();
    const loaded = await owner.post(`/v1/accounts/${await owner.account()}/sample`);
    assert.equal(loaded.status, 200, loaded.text);
    await page.reload();
    await page.getByRole('link', { name: 'Open sample data' }).click();
    await page.getByText('This is sample data.').waitFor();
  });
});
