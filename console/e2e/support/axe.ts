/** Accessibility checks with axe. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Overlays on a page that was already checked. */
const OVERLAYS = 'dialog[open], :popover-open, [role=tabpanel]';

/**
 * Serious violations on the page, or with `opened` only in an open overlay. `rules` limits the check to these
 * rules.
 */
export async function axeFaults(page: Page, opened: boolean, rules?: string[]): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  const within = opened && (await page.locator(OVERLAYS).count()) > 0 ? OVERLAYS : 'html';
  const { violations } = await page.evaluate(
    ([context, only]) => {
      const { axe: run } = window as unknown as { axe: typeof axe };
      return run.run(context, { resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) });
    },
    [within, rules] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
