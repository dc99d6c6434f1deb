import { errors, type Page } from 'playwright-core';
import { settled } from './pages.ts';

export const PHONE = { width: 390, height: 844 };

/** A layout and its charts take a moment to react to another width. */
const LAYOUT_MS = 5000;

/** The page itself must not be wider than the window; wide content inside it scrolls by itself. */
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
