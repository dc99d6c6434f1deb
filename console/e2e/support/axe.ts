/** Whether everybody can use what is on the screen, as far as axe can tell. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What opens over a page that was looked at already. */
const OPENED = 'dialog[open], :popover-open, [role=tabpanel]';

/** `opened`: only what is open over the page, where something is. With all rules that axe has, or with these. */
export async function axeFaults(page: Page, opened: boolean, rules?: string[]): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  const within = opened && (await page.locator(OPENED).count()) > 0 ? OPENED : 'html';
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
