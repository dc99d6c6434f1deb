/** Keys and people: key rotation, and what people with fewer rights can see. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type CreatedApplication, PASSWORD } from '../../server/test/support/browser.ts';
import { bytesOf, payloadOf } from '../../server/test/support/payloads.ts';
import { becomes } from './support/becomes.ts';
import { sharedConsole } from './support/shared-console.ts';
import { copyLine } from './support/steps.ts';

describe('keys and roles', () => {
  // Payloads are acknowledged from the journal; these tests do not read them back.
  const shared = sharedConsole({ store: false });
  const track = async (appKey: string, apiKey: string) =>
    (await shared.server.post(bytesOf(payloadOf('openai', 'chat', {}, { appKey, apiKey })))).status;
  /** Confirms the dialog that shows a secret once, and returns the secret. */
  const keep = async (page: Page, label: string) => {
    const secret = await copyLine(page.getByRole('dialog'), label);
    await page.getByRole('button', { name: /^(I’ve saved it|Done)$/ }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    return secret;
  };

  it('rotating a key keeps both keys working during the overlap, and only the new one afterwards', async () => {
    const owner = await shared.person('Olga');
    const { id, appKey, apiKey: first } = await owner.createApplication('Shop');
    const page = await shared.open(`/apps/${id}/settings/keys`, { as: owner });
    const rotate = async (overlap: string) => {
      const active = page.getByRole('row').filter({ hasText: 'active' });
      await active.getByRole('button', { name: /^Rotate/ }).click();
      await page.getByLabel('Keep the old key working for').selectOption({ label: overlap });
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
      return keep(page, 'API key');
    };
    assert.equal(await track(appKey, first), 200);

    const second = await rotate('One hour');
    assert.deepEqual([await track(appKey, first), await track(appKey, second)], [200, 200]);
    const rows = page.getByRole('region', { name: 'API keys' }).getByRole('row');
    await rows
      .filter({ hasText: first.slice(-4) })
      .getByText(/^in 5\d min$/)
      .waitFor();

    const third = await rotate('Stop working now');
    assert.deepEqual([await track(appKey, second), await track(appKey, third)], [401, 200]);
    await rows
      .filter({ hasText: second.slice(-4) })
      .getByText(/Expired|Revoked/)
      .waitFor();

    await rows
      .filter({ hasText: third.slice(-4) })
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await rows
      .filter({ hasText: third.slice(-4) })
      .getByText('revoked')
      .waitFor();
    assert.equal(await track(appKey, third), 401);
  });

  it('a viewer sees what can be read, and no controls to change it', async () => {
    const owner = await shared.person('Otto');
    const application: CreatedApplication = await owner.createApplication('Desk');
    const accountId = await owner.account();
    const members = await shared.open(`/accounts/${accountId}/members`, { as: owner });
    await members.getByRole('button', { name: 'Invite people' }).click();
    await members.getByRole('radio', { name: /^Viewer/ }).check();
    await members.getByLabel('Email (optional)').fill('vera@example.com');
    await members.getByRole('button', { name: 'Create invitation' }).click();
    const link = await keep(members, 'Link');

    const page = await shared.open(link);
    await page.getByText('as viewer').waitFor();
    await page.getByRole('link', { name: 'Sign up and join' }).click();
    await becomes(() => page.getByLabel('Email').inputValue(), 'vera@example.com');
    await page.getByLabel('Your name').fill('Vera');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up and join' }).click();
    await page.waitForURL(`**/apps/${application.id}/overview`);

    // No buttons for actions without permission.
    const nothing = async (path: string, shown: string, buttons: RegExp) => {
      await page.goto(path);
      await page.getByText(shown).first().waitFor();
      assert.equal(await page.getByRole('button', { name: buttons }).count(), 0, `${path} has ${buttons}`);
    };
    await nothing(`/apps/${application.id}/connect`, 'ask someone who can create one', /create API key/i);
    await nothing(`/apps/${application.id}/settings/prices`, 'No custom prices', /price|save/i);
    await nothing(`/apps/${application.id}/settings/data`, 'You can view these settings', /archive|delete/i);
    await nothing(`/accounts/${accountId}/members`, 'vera@example.com', /invite|remove/i);
    assert.equal(await page.getByRole('combobox', { name: /^Role of/ }).count(), 0);
    await page.goto(`/apps/${application.id}/settings/general`);
    await page.getByText('You can view these settings').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
    assert.ok(await page.getByLabel('Name').isDisabled());
    const settings = page.getByRole('navigation', { name: 'Settings' });
    assert.deepEqual(await settings.getByRole('link').allTextContents(), ['General', 'Prices', 'Data']);

    // Their addresses say which role is needed.
    for (const [path, section, role] of [
      [`/apps/${application.id}/settings/keys`, 'API keys', 'Member'],
      [`/apps/${application.id}/settings/tokens`, 'Read tokens', 'Member'],
      [`/accounts/${accountId}/audit`, 'Audit log', 'Admin'],
      ['/system', 'System', 'Owner'],
    ]) {
      await page.goto(path ?? '');
      await page.getByText(`You don’t have access to ${section}`).waitFor();
      await page.getByText(`It needs the role ${role}`).waitFor();
    }
    // The server refuses what the pages do not offer.
    const refused = await page.evaluate(
      async (appId) =>
        (
          await fetch(`/v1/applications/${appId}/keys`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ name: 'Mine' }),
          })
        ).status,
      application.id,
    );
    assert.equal(refused, 403);
  });

  it('a role change takes effect at once, and a removed member loses access', async () => {
    const owner = await shared.person('Orla');
    const { id } = await owner.createApplication('Tower');
    const accountId = await owner.account();
    const invitation = await owner.post(`/v1/accounts/${accountId}/invitations`, { role: 'viewer' });
    const mia = await shared.person('Mia');
    const token = new URL(String(invitation.json.link)).hash.replace('#token=', '');
    await mia.post('/v1/invitations/accept', { token });

    const members = await shared.open(`/accounts/${accountId}/members`, { as: owner });
    await members.getByLabel('Role of Mia').selectOption('member');
    const page = await shared.open(`/apps/${id}/settings/keys`, { as: mia });
    await page.getByRole('button', { name: 'New API key' }).waitFor();

    await members.getByRole('button', { name: 'Remove Mia' }).click();
    await members.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await members.getByRole('button', { name: 'Remove Mia' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'You don’t have access to this application' }).waitFor();
  });
});
