/** A price list as comparable lines: one per model, with equal text for equal prices. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConditionalPrice, ModelPrice, Provider } from '@pydantic/genai-prices';

/** The lines of an installed package, by its folder. */
export async function packagedPriceLines(folder: string): Promise<Map<string, string>> {
  const url = pathToFileURL(join(folder, 'dist', 'index.js')).href;
  const list: typeof import('@pydantic/genai-prices') = await import(url);
  return priceLines((await list.waitForUpdate()) ?? []);
}

/** The prices of each model, by `provider/model`. */
export function priceLines(providers: readonly Provider[]): Map<string, string> {
  const lines = new Map<string, string>();
  for (const { id, models } of providers)
    for (const model of models) lines.set(`${id}/${model.id}`, pricesText(model.prices));
  return lines;
}

/** The changed lines, `-` for old and `+` for new, sorted by name. */
export function priceChanges(before: Map<string, string>, after: Map<string, string>): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is) return [];
    return [
      ...(was === undefined ? [] : [`- ${name}: ${was}`]),
      ...(is === undefined ? [] : [`+ ${name}: ${is}`]),
    ];
  });
}

function pricesText(prices: readonly ConditionalPrice[] | ModelPrice): string {
  if (!Array.isArray(prices)) return ratesText(prices as ModelPrice);
  return prices
    .map((price: ConditionalPrice) => `${conditionText(price)}${ratesText(price.prices)}`)
    .join('; ');
}

function conditionText({ constraint }: ConditionalPrice): string {
  if (!constraint) return '';
  return constraint.type === 'start_date'
    ? `from ${constraint.start_date}: `
    : `${constraint.start_time} to ${constraint.end_time}: `;
}

function ratesText(rates: ModelPrice): string {
  const texts = Object.entries(rates).flatMap(([unit, rate]) => {
    if (rate === undefined || rate === null) return [];
    if (typeof rate === 'number') return [`${unit} ${rate}`];
    return [
      `${unit} ${rate.base}${rate.tiers.map(({ start, price }) => ` (${price} above ${start})`).join('')}`,
    ];
  });
  return texts.length === 0 ? 'no price' : texts.sort().join(', ');
}
