/** Steps that many tests share. */
import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '../../../server/test/support/browser.ts';

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The text of a copyable line. */
export async function copyLine(within: Page | Locator, label: string): Promise<string> {
  const text = await within
    .getByText(label, { exact: true })
    .locator('xpath=..')
    .locator('code')
    .textContent();
  if (!text) throw new Error(`Nothing stands at "${label}".`);
  return text;
}

export function interactionList(page: Page): Locator {
  return page.getByRole('grid', { name: 'Interactions' });
}

/** Waits until the list shows this number of matches. */
export function counted(page: Page, count: number): Promise<void> {
  const what = count === 1 ? 'interaction' : 'interactions';
  return page.getByText(`${count.toLocaleString('en')} ${what}`, { exact: true }).waitFor();
}
