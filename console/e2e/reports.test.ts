/** Reports: created for a view, sent at once to a mail server, changed and deleted. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../server/test/support/browser.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { type SmtpServer, smtpServer } from '../../server/test/support/smtp-server.ts';
import { axeFaults } from './support/axe.ts';
import { type Filled, fill } from './support/fill.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';

/** Reports are looked for every half minute, and made once everything is stored. */
const SENT_MS = 180_000;
const DAY_MS = 86_400_000;

describe('reports', () => {
  let filled: Filled;
  let mail: SmtpServer;
  const shared = sharedConsole({
    store: true,
    async env(test) {
      mail = await smtpServer(test);
      return {
        PARLEY_SMTP_URL: mail.url,
        PARLEY_MAIL_FROM: 'Parley <parley@example.com>',
        // With a mail server, whoever signs up has to confirm the address first.
        PARLEY_INIT_EMAIL: 'ann@example.com',
        PARLEY_INIT_PASSWORD: PASSWORD,
      };
    },
    async prepare(server) {
      filled = await fill(server, 120);
    },
  });
  const open = (path: string, look: { width?: number; theme?: 'dark' } = {}) =>
    shared.open(`/apps/${filled.application.id}${path}`, { as: filled.owner, ...look });
  const letters = () => mail.letters.filter((letter) => letter.includes('To: team@example.com\r\n'));

  it('a report of a view is created for a channel, sent at once, and arrives with its figures', async () => {
    const page = await open('/channels');
    await page.getByRole('button', { name: 'New channel' }).click();
    const channel = page.getByRole('dialog', { name: 'New channel' });
    await channel.getByLabel('Name').fill('Team');
    await channel.getByLabel('Recipients').fill('team@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Channels' }).getByText('Team', { exact: true }).waitFor();

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
    await page.getByText('No reports yet').waitFor();
    await page.getByRole('button', { name: 'New report' }).click();
    const dialog = page.getByRole('dialog', { name: 'New report' });
    await dialog.getByLabel('Name').fill('Weekly figures');
    await dialog.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'Label', exact: true }).click();
    await page.getByRole('button', { name: 'environment', exact: true }).click();
    await page.getByRole('checkbox', { name: /^production/ }).check();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'environment is production' }).waitFor();
    await dialog.getByRole('checkbox', { name: /Team/ }).check();
    assert.deepEqual(await axeFaults(page, false), []);
    await dialog.getByRole('button', { name: 'Create report' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Weekly figures' });
    await row.getByText('Weekly, on Monday at 08:00').waitFor();
    assert.equal(letters().length, 0, 'it is not sent before its time');

    await row.getByRole('button', { name: 'Actions for Weekly figures' }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await row.getByText('On its way').waitFor();
    await eventually('the report arrives', () => letters().length === 1, SENT_MS);
    const [letter = ''] = letters();
    assert.match(letter, /Subject: \[Parley\] Weekly report: Weekly figures/);
    assert.match(letter, /Content-Type: image\/png/);
    const expected = inProductionLastWeek(filled);
    assert.ok(expected > 0);
    assert.match(letter, new RegExp(`Interactions: ${expected}\\b`));
    await row.getByText('On its way').waitFor({ state: 'detached' });
    await page.reload();
    await settled(page);
    const [, sent = ''] = await row.getByRole('cell').allInnerTexts();
    assert.match(sent, /\d/, 'the list says when it was sent');
    assert.deepEqual(await axeFaults(page, false), []);
  });

  it('a report is changed, switched off and deleted', async () => {
    const page = await open('/reports');
    const row = page.getByRole('row').filter({ hasText: 'figures' });
    const choose = async (action: string) => {
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('button', { name: action, exact: true }).click();
    };
    await choose('Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit report' });
    await dialog.getByLabel('Name').fill('Daily figures');
    await dialog.getByLabel('Schedule').selectOption('daily');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Daily at 08:00').waitFor();
    await choose('Switch off');
    await row.getByText('Off', { exact: true }).waitFor();
    await row.getByRole('button', { name: /^Actions for/ }).click();
    assert.equal(await page.getByRole('button', { name: 'Send now' }).count(), 0);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Delete report' })
      .getByRole('button', { name: 'Delete report' })
      .click();
    await page.getByText('No reports yet').waitFor();
  });

  it('everything fits on a phone, also in dark', async () => {
    const page = await open('/reports', { width: 390, theme: 'dark' });
    await settled(page);
    await page.getByRole('button', { name: 'New report' }).click();
    await page.getByRole('dialog', { name: 'New report' }).waitFor();
    assert.ok((await page.evaluate(() => document.body.scrollWidth)) <= 390);
    assert.deepEqual(await axeFaults(page, false), []);
  });
});

/** Weeks begin on Monday, in UTC. */
function inProductionLastWeek({ stored }: Filled): number {
  const today = new Date();
  const monday = today.setUTCHours(0, 0, 0, 0) - ((today.getUTCDay() + 6) % 7) * DAY_MS;
  return stored.filter(
    ({ timestamps: { request }, labels }) =>
      labels?.environment === 'production' && request >= monday - 7 * DAY_MS && request < monday,
  ).length;
}
