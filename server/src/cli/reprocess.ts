/** `parley reprocess`: derives stored interactions again, with or without a running server. */

import { CurrentKeeping } from '../accounts/applications/current-keeping.ts';
import { findApplication } from '../accounts/applications/find-application.ts';
import { timeZoneOf } from '../accounts/applications/time-zone-of.ts';
import { CurrentPrices } from '../accounts/prices/current-prices.ts';
import { type Progress, reprocess as run } from '../drain/reprocess.ts';
import { SeenPrompts } from '../drain/seen-prompts.ts';
import { priceWith } from '../prices/price.ts';
import { DerivedRows } from '../store/rewrite/derived-rows.ts';
import { count } from './progress.ts';
import { readBound, readFlags, requireApplication, requireOrder } from './usage.ts';
import { withMetadata } from './with-metadata.ts';
import { withStore } from './with-store.ts';

const SHOW_EVERY_MS = 1000;

export async function reprocess(args: string[]): Promise<void> {
  const flags = readFlags(args, ['from', 'to'], ['app']);
  const [since, until] = [readBound(flags.from, 'from'), readBound(flags.to, 'to')];
  const done = await withMetadata(flags.data, async (db) => {
    const app = flags.app === undefined ? null : await requireApplication(findApplication(db, flags.app));
    const timeZone = await timeZoneOf(db, app ? [app.id] : undefined);
    const [from, to] = [since(timeZone), until(timeZone)];
    requireOrder(from, to);
    const prices = await CurrentPrices.load(db);
    const keeping = await CurrentKeeping.load(db);
    const keepsTexts = (appId: string) => keeping.of(appId) === 'everything';
    const prompts = new SeenPrompts({ db, node: 'parley reprocess', keepsTexts });
    return withStore(flags.data, async (address) => {
      const rows = new DerivedRows(address);
      try {
        const price = priceWith((appId) => prices.of(appId));
        return await run({ rows, price, prompts, from, to, appId: app?.id, onProgress: progressBar() });
      } finally {
        await rows.close();
      }
    });
  });
  if (flags.json) console.log(JSON.stringify({ read: done.read, changed: done.changed }));
  else
    console.log(
      `${count(done.read)} interactions were derived again, ${count(done.changed)} of them changed.`,
    );
}

/** Prints to standard error, so that standard output only has the result. */
function progressBar(): (progress: Progress) => void {
  let shown = 0;
  return ({ total, read, changed }) => {
    if (Date.now() - shown < SHOW_EVERY_MS && read < total) return;
    shown = Date.now();
    console.error(`${count(read)} of ${count(total)} read, ${count(changed)} changed`);
  };
}
