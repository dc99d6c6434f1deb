/**
 * List prices by upstream, model and date, from `@pydantic/genai-prices`. The data is part of the package:
 * nothing is fetched, and updating the package updates the prices.
 */
import { readFileSync } from 'node:fs';
import { DESCRIPTORS, type Format, providerNamed } from '@parley/contract';
import {
  calcPrice,
  findProvider,
  type ModelInfo,
  type ModelPrice,
  type Provider,
} from '@pydantic/genai-prices';
import { findModel } from './find-model.ts';

export type ListPrice = {
  /** Name of the price, shown to people. */
  source: string;
  /** USD, keyed by the package's unit names. */
  prices: ModelPrice;
  /** The provider reduced to this model, as the package's calculation takes it. */
  provider: Provider;
  model: string;
};

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.resolve('@pydantic/genai-prices')), 'utf8'),
);

/** Claude 2 on Bedrock: sold at Anthropic's price, and missing in Bedrock's list. */
const CLAUDE_2 = /^anthropic\.claude-v2\b/;

/** Embedding models of OpenAI, which the package does not match by name. */
const OPENAI_EMBEDDINGS = /^text-embedding-(?:3|ada)-/;

const DAY_MS = 86_400_000;
/** Maximum number of cached prices: clients choose the names of models, so the cache must be bounded. */
const MAX_CACHED_PRICES = 10_000;

/** Cached prices by lists and model name, then by day; under `ANY_DAY` where the price never changes. */
const remembered = new Map<string, Map<string, Map<number, ListPrice | null>>>();
const ANY_DAY = -1;
let size = 0;

/** The price of a model at a time; null when no list has a price per token. */
export function listPrice(
  format: Format,
  provider: string | null,
  name: string,
  at: number,
): ListPrice | null {
  const vendors = vendorsOf(format, provider, name);
  if (vendors.length === 0) return null;
  const lists = vendors.join(' ');
  const known = remembered.get(lists)?.get(name);
  const day = Math.floor(at / DAY_MS);
  const found = known?.get(ANY_DAY) ?? known?.get(day);
  if (found !== undefined || known?.has(ANY_DAY)) return found ?? null;
  const price = find(vendors, name, at);
  const changes = price === null ? 'never' : changesOf(price.provider);
  if (changes !== 'hourly') remember(lists, name, changes === 'daily' ? day : ANY_DAY, price);
  return price;
}

function remember(lists: string, name: string, day: number, price: ListPrice | null): void {
  if (++size > MAX_CACHED_PRICES) {
    remembered.clear();
    size = 1;
  }
  const names = remembered.get(lists) ?? new Map<string, Map<number, ListPrice | null>>();
  const days = names.get(name) ?? new Map<number, ListPrice | null>();
  remembered.set(lists, names.set(name, days.set(day, price)));
}

function find(vendors: readonly (string | null)[], name: string, at: number): ListPrice | null {
  if (vendors[0] === 'aws' && CLAUDE_2.test(name)) return find(['anthropic'], 'claude-2', at);
  for (const vendor of vendors) {
    const modelId = name.toLowerCase();
    const told = vendor ?? (OPENAI_EMBEDDINGS.test(modelId) ? 'openai' : null);
    const provider = findProvider(told === null ? { modelId } : { providerId: told });
    const model = provider && findListed(provider, name);
    if (!model) continue;
    const only = { ...provider, models: [{ ...model, match: { equals: name.trim() } }] };
    const prices = calcPrice({}, name, { provider: only, timestamp: new Date(at) })?.model_price;
    // A model without an input price is sold per page, per hour or not at all.
    if (prices?.input_mtok === undefined) continue;
    return {
      source: `genai-prices ${version} ${provider.id}/${model.id}`,
      prices,
      provider: only,
      model: name,
    };
  }
  return null;
}

function vendorsOf(format: Format, provider: string | null, name: string): readonly (string | null)[] {
  const known = providerNamed(provider);
  if (known?.selfHosted) return [];
  if (known?.priceList !== undefined) return [known.priceList];
  const { priceLists } = DESCRIPTORS[format];
  // `vendor/model` is a reseller's name for a model, at the reseller's price.
  return name.includes('/') ? priceLists.filter((list) => list !== null) : priceLists;
}

/** Searches the vendor's own list, then the lists of vendors whose models it resells at their price. */
function findListed(provider: Provider, name: string): ModelInfo | null {
  for (const id of [provider.id, ...(provider.fallback_model_providers ?? [])]) {
    const list = findProvider({ providerId: id });
    const model = list && findModel(list, name);
    if (model) return model;
  }
  return null;
}

/** How often a price changes: some change by date, and some vendors' by time of day. */
function changesOf({ models }: Provider): 'never' | 'daily' | 'hourly' {
  const constraints = models.flatMap(({ prices }) =>
    Array.isArray(prices) ? prices.map(({ constraint }) => constraint?.type) : [],
  );
  if (constraints.includes('time_of_date')) return 'hourly';
  return constraints.length > 0 ? 'daily' : 'never';
}
