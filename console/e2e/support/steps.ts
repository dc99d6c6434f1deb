/** What people do again and again. */
import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '../../../server/test/support/browser.ts';

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** What stands in a line that can be copied. */
export async function copyLine(within: Page | Locator, label: string): Promise<string> {
  const text = await within
    .getByText(label, { exact: true })
    .locator('xpath=..')
    .locator('code')
    .textContent();
  if (!text) throw new Error(`Nothing stands at "${label}".`);
  return text;
}
