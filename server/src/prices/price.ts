/**
 * What an exchange cost. Its tokens are taken apart into disjoint parts (fresh input, cache reads, cache
 * writes, output) and each is priced at its own rate. What is not known costs `null`, never 0.
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
  /** Who sold it. */
  provider: string | null;
  model: string | null;
  requestedModel: string | null;
  usage: Usage;
  /** When it was requested, in milliseconds: prices change. */
  at: number;
  /** What was sent to the upstream and what it answered, for what only some prices depend on. */
  request: Json;
  response: Json;
  /** What it cost, as telemetry says. */
  statedCost?: number | null;
  /** How many texts were embedded, or documents ranked. */
  texts?: number | null;
};

/** `warnings` takes what is to be said of it. */
export type Price = (appId: string, exchange: PricedExchange, warnings: Warning[]) => Cost | null;

/** The price function of a running system: list prices, and every application's own before them. */
export function priceWith(overridesOf: (appId: string) => readonly PriceOverride[]): Price {
  return (appId, exchange, warnings) => priceExchange(exchange, overridesOf(appId), warnings);
}

/** What the upstream states is the cost where there is no price. */
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

/** Rounded figures differ as well. */
const TOLERANCE = 0.05;

function differ(own: number, stated: number): boolean {
  return Math.abs(own - stated) > TOLERANCE * Math.max(own, stated);
}

function differs(own: number, stated: number): Warning {
  const message = `The cost is stated as $${stated}, by list price it is $${own}.`;
  return warning('response', 'cost_differs_from_stated', message);
}

/** Disjoint, and all of them known. `reasoning` is part of `output`. */
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

/** What the list asks for a request, whatever it was. */
function listedFee({ prices: { requests_kcount: fee } }: ListPrice): number {
  return typeof fee === 'number' ? fee / 1000 : 0;
}

/** The four parts that nearly every price consists of. A cache that has no price of its own costs input. */
function plain(prices: ModelPrice, tokens: Tokens): number {
  const { input_mtok, cache_read_mtok, cache_write_mtok, output_mtok } = prices;
  const micro =
    tokens.fresh * rate(input_mtok, tokens.input) +
    tokens.cacheRead * rate(cache_read_mtok ?? input_mtok, tokens.input) +
    tokens.cacheWrite * rate(cache_write_mtok ?? input_mtok, tokens.input) +
    tokens.output * rate(output_mtok, tokens.input);
  return micro / 1e6;
}

/** A tier counts for the whole exchange once its input is larger than where the tier starts. */
function rate(price: ModelPrice[string], input: number): number {
  if (price === undefined || typeof price === 'number') return price ?? 0;
  let rate = price.base;
  for (const tier of price.tiers) if (input > tier.start) rate = tier.price;
  return rate;
}

const PLAIN_UNITS = new Set(['input_mtok', 'cache_read_mtok', 'cache_write_mtok', 'output_mtok']);

/** A unit that the record itself counts. */
const ALWAYS = 'output_reasoning_mtok';

/**
 * Prices with more units than the four, for exchanges that used them: the package calculates, which takes
 * some 30 microseconds instead of one. Without the fee for the request. Null when there is nothing of the
 * kind, or it does not add up.
 */
function calculated(list: ListPrice, tokens: Tokens, exchange: PricedExchange): number | null {
  if (isPlain(list.prices)) return null;
  const extras = readExtras(exchange.format, exchange.response);
  if (extras === null && list.prices[ALWAYS] === undefined) return null;
  try {
    const { provider, model } = list;
    const timestamp = new Date(exchange.at);
    const priced = calcPrice(unitsOf(tokens, extras ?? {}), model, { provider, timestamp });
    return priced && priced.total_price - listedFee(list);
  } catch {
    // The upstream's details contradict its totals; those count.
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
    // Details of the cache that are not reported are text.
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
