import { findApplication } from '../accounts/applications/find-application.ts';
import { listApplications } from '../accounts/applications/list-applications.ts';
import { timeZoneOf } from '../accounts/applications/time-zone-of.ts';
import { recordCommand } from '../accounts/audit.ts';
import { listPrices } from '../accounts/prices/list-prices.ts';
import { removePrice } from '../accounts/prices/remove-price.ts';
import { setPrice } from '../accounts/prices/set-price.ts';
import { readBound, readFlags, requireApplication, requireOrder, UsageError } from './usage.ts';
import { changeMetadata, withMetadata } from './with-metadata.ts';

/** `parley price set | list | remove` */
export async function price([verb = '', ...args]: string[]): Promise<void> {
  if (verb === 'set') return set(args);
  if (verb === 'list') return list(args);
  if (verb === 'remove') return remove(args);
  throw new UsageError('Say "parley price set", "parley price list" or "parley price remove".');
}

async function set(args: string[]): Promise<void> {
  const flags = readFlags(args, ['app', 'model', 'input', 'output'], ['cached', 'cache-write', 'from', 'to']);
  const model = readModel(flags.model);
  const input = readPrice(flags.input, 'input');
  const output = readPrice(flags.output, 'output');
  const cachedInput = flags.cached === undefined ? null : readPrice(flags.cached, 'cached');
  const cacheWrite =
    flags['cache-write'] === undefined ? null : readPrice(flags['cache-write'], 'cache-write');
  const since = flags.from === undefined ? () => null : readBound(flags.from, 'from');
  const until = flags.to === undefined ? () => null : readBound(flags.to, 'to');
  const created = await changeMetadata(flags.data, async (tx) => {
    const { id: appId } = await requireApplication(findApplication(tx, flags.app));
    const timeZone = await timeZoneOf(tx, [appId]);
    const [from, to] = [since(timeZone), until(timeZone)];
    requireOrder(from, to);
    const price = await setPrice(tx, { appId, model, input, output, cachedInput, cacheWrite, from, to });
    const details = { model, input, output, cachedInput, cacheWrite };
    await recordCommand(tx, { action: 'price.set', appId, target: price.id, details });
    return price;
  });
  if (flags.json) console.log(JSON.stringify(created));
  else {
    console.log(`Price ${created.id}: ${model} costs ${input} USD in and ${output} USD out per million tokens.
It counts for what arrives from now on; "parley reprocess" prices what is stored already.`);
  }
}

async function list(args: string[]): Promise<void> {
  const flags = readFlags(args, [], ['app']);
  const { prices, names } = await withMetadata(flags.data, async (db) => {
    const app = flags.app === undefined ? null : await requireApplication(findApplication(db, flags.app));
    const applications = await listApplications(db);
    return {
      prices: await listPrices(db, app?.id),
      names: new Map(applications.map(({ id, name }) => [id, name])),
    };
  });
  if (flags.json) {
    console.log(JSON.stringify(prices));
    return;
  }
  if (prices.length === 0)
    console.log('No price of your own: list prices count. "parley price set" makes one.');
  for (const { id, appId, model, input, output, cachedInput, cacheWrite, from, to } of prices) {
    const parts = [`input ${input}`, `output ${output}`];
    if (cachedInput !== null) parts.push(`cached ${cachedInput}`);
    if (cacheWrite !== null) parts.push(`cache-write ${cacheWrite}`);
    console.log(`${id}  ${names.get(appId) ?? appId}  ${model}  ${parts.join(', ')}${period(from, to)}`);
  }
}

async function remove(args: string[]): Promise<void> {
  const flags = readFlags(args, ['id'], []);
  const removed = await changeMetadata(flags.data, async (tx) => {
    const price = (await listPrices(tx)).find(({ id }) => id === flags.id);
    if (!price) return false;
    await recordCommand(tx, { action: 'price.remove', appId: price.appId, target: price.id });
    return removePrice(tx, flags.id);
  });
  if (!removed) throw new UsageError(`There is no price "${flags.id}". "parley price list" shows them.`);
  if (flags.json) console.log(JSON.stringify({ id: flags.id, removed }));
  else console.log(`${flags.id} is removed.`);
}

function readModel(text: string): string {
  if (/^[^*]*\*?$/.test(text) && text.trim() === text) return text;
  throw new UsageError(`--model "${text}" must be a model's name, or its beginning and one "*" at the end.`);
}

function readPrice(text: string, flag: string): number {
  const price = Number(text);
  if (/^\d*\.?\d+$/.test(text) && Number.isFinite(price)) return price;
  throw new UsageError(`--${flag} "${text}" must be USD per million tokens, such as 2.5.`);
}

function period(from: number | null, to: number | null): string {
  const since = from === null ? '' : `  from ${new Date(from).toISOString()}`;
  return to === null ? since : `${since}  to ${new Date(to).toISOString()}`;
}
