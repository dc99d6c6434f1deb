/** Monitors and channels: created, previewed, told, muted and found again, by mouse and by key. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../server/test/support/eventually.ts';
import { type Receiver, receiver } from '../../server/test/support/receiver.ts';
import { axeFaults } from './support/axe.ts';
import { type Filled, fill } from './support/fill.ts';
import { overflow } from './support/overflow.ts';
import { settled } from './support/pages.ts';
import { sharedConsole } from './support/shared-console.ts';

const SENT_MS = 60_000;
/** A monitor is judged within a minute or two. */
const JUDGED_MS = 180_000;

describe('monitors', () => {
  let filled: Filled;
  let hook: Receiver;
  const shared = sharedConsole({
    store: true,
    async env(test) {
      hook = await receiver(test);
      return { PARLEY_WEBHOOK_PRIVATE: 'allow' };
    },
    async prepare(server) {
      filled = await fill(server, 60);
    },
  });
  const open = (path: string, look: { width?: number; theme?: 'dark' } = {}) =>
    shared.open(`/apps/${filled.application.id}${path}`, { as: filled.owner, ...look });

  it('a channel is created, shows its secret once, and a test arrives and is listed', async () => {
    const page = await open('/channels');
    await page.getByText('No channels yet').waitFor();
    await page.getByRole('button', { name: 'New channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'New channel' });
    await dialog.getByLabel('Kind').selectOption('webhook');
    await dialog.getByLabel('Name').fill('On call');
    await dialog.getByLabel('URL').fill(hook.url);
    await page.keyboard.press('Enter');
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    await secret.getByText(/^whsec_/).waitFor();
    await secret.getByRole('button', { name: 'I’ve saved it' }).click();
    const row = page
      .getByRole('region', { name: 'Channels' })
      .getByRole('row')
      .filter({ hasText: 'On call' });
    await row.getByText('Webhook').waitFor();
    assert.equal(await row.getByText(hook.url).count(), 0, 'the address is shortened');
    await row.getByRole('button', { name: 'Actions for On call' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await eventually('the test arrives', () => hook.received.length === 1, SENT_MS);
    const deliveries = page.getByRole('region', { name: 'Deliveries' }).first();
    await deliveries.getByText('Delivered').waitFor();
    await deliveries.getByText('Test', { exact: true }).waitFor();
    assert.deepEqual(await axeFaults(page, false), []);
  });

  it('a monitor is drawn while one types, is created from a template, fires, and is told once', async () => {
    const page = await open('/monitors');
    await page.getByRole('link', { name: 'New monitor' }).click();
    await page.getByRole('button', { name: 'Error rate', exact: true }).click();
    await page.waitForURL(/template=errors/);
    const preview = page.getByRole('region', { name: 'Would have fired' });
    await preview.getByText(/in the last \d+ days/).waitFor();
    await page.getByLabel('Measure').selectOption('interactions');
    await page.getByLabel('Time').selectOption('30d');
    await page.getByLabel(/^Threshold/).fill('1');
    await preview.getByText(/^(Once|\d+ times) in the last/).waitFor();
    await page.getByRole('checkbox', { name: /On call/ }).check();
    await page.getByLabel('Name').fill('Busy');
    assert.deepEqual(await axeFaults(page, false), []);
    await page.getByRole('button', { name: 'Create monitor' }).click();
    await page.waitForURL(/\/monitors\/mon_/);
    await page.getByText('Interactions above 1 in 30 days').waitFor();
    await eventually('it fires', () => hook.received.length === 2, JUDGED_MS);
    assert.match(hook.received[1]?.body ?? '', /"monitor\.firing"/);
    await page.reload();
    const history = page.getByRole('region', { name: 'History' }).first();
    await history.getByText('Firing').waitFor();
    await settled(page);
    assert.deepEqual(await axeFaults(page, false), []);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name: /Monitors.*\d firing/ }).waitFor();
  });

  it('the overview says in one line what fires, from the answer that the sidebar has asked for', async () => {
    const page = await open('/overview?range=30d');
    const strip = page.getByRole('main').getByRole('link', { name: /monitors? (is|are) firing: .*Busy/ });
    await strip.waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await strip.waitFor();
    assert.equal(asked.filter((path) => path === '/v1/monitors').length, 1);
    await settled(page);
    assert.deepEqual(await axeFaults(page, false), []);
    await strip.click();
    await page.getByRole('region', { name: 'Monitors' }).waitFor();

    const phone = await open('/overview?range=30d', { width: 390 });
    const line = phone.getByRole('main').getByRole('link', { name: /firing: .*Busy/ });
    assert.equal((await line.boundingBox())?.height, 36);
    assert.deepEqual(await overflow(phone), []);
  });

  it('the list shows what fires first; a monitor is muted, changed and deleted', async () => {
    const page = await open('/monitors');
    const list = page.getByRole('region', { name: 'Monitors' });
    const row = list.getByRole('row').filter({ hasText: 'Busy' });
    await row.getByText('Firing').waitFor();
    const actions = row.getByRole('button', { name: 'Actions for Busy' });
    await actions.click();
    await page.getByRole('button', { name: 'Mute for an hour' }).click();
    await row.getByText('Muted').waitFor();
    await row.getByRole('link', { name: 'Busy' }).click();
    const settings = page.getByRole('region', { name: 'Settings' });
    await settings.getByLabel(/^Threshold/).fill('1000000');
    await settings.getByRole('button', { name: 'Save' }).click();
    await settings.getByText('Saved').waitFor();
    await page.getByText('Interactions above 1M in 30 days').waitFor();
    await page.getByRole('button', { name: 'Actions for Busy' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete monitor' })
      .getByRole('button', { name: 'Delete monitor' })
      .click();
    await list.waitFor();
    await row.waitFor({ state: 'detached' });
  });

  it('a chart leads to a monitor of what it shows, with the filters of the page', async () => {
    const page = await open('/overview?range=30d&outcome=ok');
    const chart = page.getByRole('region', { name: 'Cost', exact: true });
    await chart.getByRole('link', { name: 'Alert me' }).click();
    await page.waitForURL(/monitors\/new/);
    assert.equal(await page.getByLabel('Measure').inputValue(), 'costUsd');
    await page.getByRole('button', { name: 'Outcome is OK' }).waitFor();
  });

  it('a label and a ranking of users lead to a monitor of each of their values', async () => {
    const page = await open('/overview?range=30d&rank=cost&label=feature');
    const alert = (title: string) =>
      page.getByRole('region', { name: title, exact: true }).getByRole('link', { name: 'Alert me' });
    await alert('Top labels').click();
    await page.waitForURL(/monitors\/new/);
    assert.equal(await page.getByLabel('For each').inputValue(), 'label.feature');
    assert.equal(await page.getByLabel('Measure').inputValue(), 'costUsd');
    await page.goBack();
    await alert('Top users').click();
    await page.waitForURL(/monitors\/new/);
    assert.equal(await page.getByLabel('For each').inputValue(), 'user');
    assert.equal(await page.getByLabel('Name').inputValue(), 'Cost of a user per day');
  });

  it('everything fits on a phone, also in dark', async () => {
    for (const path of ['/monitors', '/monitors/new?template=spend', '/channels']) {
      const page = await open(path, { width: 390, theme: 'dark' });
      await settled(page);
      const [width, shown] = await page.evaluate(() => [document.body.scrollWidth, window.innerWidth]);
      assert.ok((width ?? 0) <= (shown ?? 0), `${path} is ${width} wide`);
      assert.deepEqual(await axeFaults(page, false), []);
    }
  });
});
