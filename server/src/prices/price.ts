/**
 * The cost of an exchange. Its tokens are split into disjoint parts (fresh input, cache reads, cache writes,
 * output), each priced at its own rate. An unknown cost is `null`, never 0.
 */
import type { Cost, Format, PriceOverride, Usage, Warning } from '@parley/contract';
import { calcPrice, type ModelPrice } from '@pydantic/genai-prices';
import { warning } from '../formats/shared/warnings.ts';
import { billedUsage } from './billed.ts';
import { type Extras, readExtras } from './extras.ts';
import type { Json } from './json.ts';
import { type ListPrice, listPrice } from './list-price.ts';
import { unpricedMedia } from './media.ts';
import { modelNames } from './model-names.ts';
import { findOverride } from './overrides.ts';
import { requestFee } from './request-fee.ts';
import { ofSearches } from './searches.ts';
import { amount, statedCost } from './stated.ts';
import { tierOf } from './tier.ts';

export type PricedExchange = {
  format: Format;
  /** The seller. */
  provider: string | null;
  model: string | null;
  requestedModel: string | null;
  usage: Usage;
  /** Request time in milliseconds, since prices change. */
  at: number;
  /** The bodies, for the few prices that depend on more than tokens. */
  request: Json;
  response: Json;
  /** The cost that telemetry states. */
  statedCost?: number | null;
  /** Number of embedded texts or ranked documents. */
  texts?: number | null;
};

/** Warnings are added to `warnings`. */
export type Price = (appId: string, exchange: PricedExchange, warnings: Warning[]) => Cost | null;

/** The price function of a server: an application's overrides first, then list prices. */
export function priceWith(overridesOf: (appId: string) => readonly PriceOverride[]): Price {
  return (appId, exchange, warnings) => priceExchange(exchange, overridesOf(appId), warnings);
}

/** Override, list price, price per search, stated cost: the first that exists. */
export function priceExchange(
  exchange: PricedExchange,
  overrides: readonly PriceOverride[],
  warnings: Warning[] = [],
): Cost | null {
  const { format, provider, response } = exchange;
  const inTelemetry = amount(exchange.statedCost);
  const stated = inTelemetry ?? statedCost(response);
  const tokens = tokensOf(billedUsage(format, exchange.usage, response));
  const own = tokens && ofOwnPrice(exchange, tokens, overrides);
  if (own) return { ...own, stated };
  const listed = tokens && ofListPrice(exchange, tokens);
  const reason = listed && whyNotListed(listed.list, exchange);
  if (listed && reason === null) {
    if (stated !== null && differ(listed.usd, stated)) warnings.push(differs(listed.usd, stated));
    const { usd, source } = listed;
    return { usd, source, stated };
  }
  const searched = ofSearches(modelNames(exchange), exchange);
  if (searched) return { ...searched, stated };
  const by = inTelemetry === null ? `by ${provider ?? format}` : 'in telemetry';
  if (stated !== null) return { usd: stated, source: `stated ${by}`, stated };
  if (reason) warnings.push(reason);
  return null;
}

type Priced = Omit<Cost, 'stated'>;

function ofOwnPrice(
  exchange: PricedExchange,
  tokens: Tokens,
  overrides: readonly PriceOverride[],
): Priced | null {
  if (overrides.length === 0) return null;
  const { model, requestedModel, at } = exchange;
  const names = new Set([...modelNames(exchange), ...given(model), ...given(requestedModel)]);
  const override = findOverride(overrides, names, at);
  return override && { usd: ofOverride(override, tokens), source: `override ${override.id}` };
}

function ofListPrice(exchange: PricedExchange, tokens: Tokens): (Priced & { list: ListPrice }) | null {
  const { format, provider, at } = exchange;
  for (const name of modelNames(exchange)) {
    const list = listPrice(format, provider, name, at);
    const usd = list && ofList(list, tokens, exchange);
    if (list && usd !== null) return { usd, source: list.source, list };
  }
  return null;
}

function whyNotListed(list: ListPrice, exchange: PricedExchange): Warning | null {
  const tier = tierOf(exchange);
  if (tier !== null)
    return warning('response', 'no_price_for_tier', `There is no list price for service as ${tier}.`);
  const media = unpricedMedia(list, exchange);
  if (media === null) return null;
  return warning('response', 'no_price_for_media', `There is no list price for ${media}.`);
}

/** Relative difference up to which a stated cost is considered rounded. */
const TOLERANCE = 0.05;

function differ(own: number, stated: number): boolean {
  return Math.abs(own - stated) > TOLERANCE * Math.max(own, stated);
}

function differs(own: number, stated: number): Warning {
  const message = `The cost is stated as $${stated}, by list price it is $${own}.`;
  return warning('response', 'cost_differs_from_stated', message);
}

/**
 * Disjoint and known counts, except that `input` is the sum of its parts and `reasoning` is part of `output`.
 */
type Tokens = {
  fresh: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
  input: number;
  reasoning: number;
};

function tokensOf({ input, output, cachedInput, cacheWrite, reasoning }: Usage): Tokens | null {
  if (input === null || output === null) return null;
  const read = cachedInput ?? 0;
  const written = cacheWrite ?? 0;
  return {
    fresh: Math.max(0, input - read - written),
    cacheRead: read,
    cacheWrite: written,
    output,
    input,
    reasoning: reasoning ?? 0,
  };
}

function ofOverride(override: PriceOverride, tokens: Tokens): number {
  const { input, output, cachedInput, cacheWrite } = override;
  const micro =
    tokens.fresh * input +
    tokens.cacheRead * (cachedInput ?? input) +
    tokens.cacheWrite * (cacheWrite ?? input) +
    tokens.output * output;
  return micro / 1e6;
}

function ofList(list: ListPrice, tokens: Tokens, exchange: PricedExchange): number | null {
  if (list.prices.output_mtok === undefined && tokens.output > 0) return null;
  const ofTokens = calculated(list, tokens, exchange) ?? plain(list.prices, tokens);
  return ofTokens + (requestFee(list, exchange) ?? listedFee(list));
}

/** The listed fee per request. */
function listedFee({ prices: { requests_kcount: fee } }: ListPrice): number {
  return typeof fee === 'number' ? fee / 1000 : 0;
}

/** The four parts of nearly every price. Without a rate of its own, cached input costs the input rate. */
function plain(prices: ModelPrice, tokens: Tokens): number {
  const { input_mtok, cache_read_mtok, cache_write_mtok, output_mtok } = prices;
  const micro =
    tokens.fresh * rate(input_mtok, tokens.input) +
    tokens.cacheRead * rate(cache_read_mtok ?? input_mtok, tokens.input) +
    tokens.cacheWrite * rate(cache_write_mtok ?? input_mtok, tokens.input) +
    tokens.output * rate(output_mtok, tokens.input);
  return micro / 1e6;
}

/** A tier applies to the whole exchange once the input exceeds the tier's start. */
function rate(price: ModelPrice[string], input: number): number {
  if (price === undefined || typeof price === 'number') return price ?? 0;
  let rate = price.base;
  for (const tier of price.tiers) if (input > tier.start) rate = tier.price;
  return rate;
}

const PLAIN_UNITS = new Set(['input_mtok', 'cache_read_mtok', 'cache_write_mtok', 'output_mtok']);

/** A unit that is in the record's usage, unlike the other extra units. */
const REASONING_RATE = 'output_reasoning_mtok';

/**
 * Prices with more than the four units, for exchanges that used them. The package calculates these, which
 * takes about 30 microseconds instead of one. Without the request fee. Null when there are no such units, or
 * they are inconsistent.
 */
function calculated(list: ListPrice, tokens: Tokens, exchange: PricedExchange): number | null {
  if (isPlain(list.prices)) return null;
  const extras = readExtras(exchange.format, exchange.response);
  if (extras === null && list.prices[REASONING_RATE] === undefined) return null;
  try {
    const { provider, model } = list;
    const timestamp = new Date(exchange.at);
    const priced = calcPrice(unitsOf(tokens, extras ?? {}), model, { provider, timestamp });
    return priced && priced.total_price - listedFee(list);
  } catch {
    // The upstream's details contradict its totals, so only the totals are used.
    return null;
  }
}

const plainPrices = new WeakMap<ModelPrice, boolean>();

function isPlain(prices: ModelPrice): boolean {
  let known = plainPrices.get(prices);
  if (known === undefined) {
    known = Object.keys(prices).every((unit) => PLAIN_UNITS.has(unit));
    plainPrices.set(prices, known);
  }
  return known;
}

function unitsOf(tokens: Tokens, extras: Extras): Record<string, number> {
  return {
    // Cached tokens without reported modality are text.
    cache_audio_read_tokens: 0,
    cache_image_read_tokens: 0,
    cache_video_read_tokens: 0,
    output_reasoning_tokens: tokens.reasoning,
    ...extras,
    input_tokens: tokens.input,
    cache_read_tokens: tokens.cacheRead,
    cache_write_tokens: tokens.cacheWrite,
    output_tokens: tokens.output,
  };
}

function given(name: string | null): string[] {
  return name === null ? [] : [name];
}
