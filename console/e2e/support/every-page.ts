import type { Page } from 'playwright-core';
import type { Browser as Person } from '../../../server/test/support/browser.ts';
import { type ConsolePage, ENTRY_PAGES, pagesOf, show } from './pages.ts';
import type { SharedConsole, View } from './shared-console.ts';

type FaultsIn = (page: Page, shown: ConsolePage) => Promise<string[]>;

/** Visits every page, signed out and signed in, and collects the faults of each. */
export async function everyPage(
  { open }: SharedConsole,
  owner: Person,
  view: View,
  faultsIn: FaultsIn,
): Promise<string[]> {
  const faults: string[] = [];
  const look = async (page: Page, pages: readonly ConsolePage[]) => {
    for (const one of pages) {
      await show(page, one);
      faults.push(...(await faultsIn(page, one)).map((fault) => `${one.name}: ${fault}`));
    }
  };
  await look(await open('about:blank', view), ENTRY_PAGES);
  const pages = await pagesOf(async (path) => (await owner.get(path)).json);
  await look(await open('about:blank', { ...view, as: owner }), pages);
  return faults;
}
