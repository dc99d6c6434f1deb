import { errors, type Page } from 'playwright-core';
import { settled } from './pages.ts';

export const PHONE = { width: 390, height: 844 };

/** Layout and charts take a moment to adapt to a new width. */
const LAYOUT_MS = 5000;

/** A fault if the page is wider than the window. Wide content must scroll inside its own container. */
export async function overflow(page: Page): Promise<string[]> {
  await settled(page);
  try {
    await page.waitForFunction(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      undefined,
      { timeout: LAYOUT_MS },
    );
    return [];
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    return [`${width} pixels wide in a window of ${page.viewportSize()?.width}`];
  }
}
