/** The calculation of a cost: tokens and their prices. */
import type { Interaction, PriceOverride, Usage } from '@parley/contract';
import { count } from '../lib/format.ts';
import { exactUsd } from '../lib/money.ts';

export type TokenPart = {
  name: 'fresh' | 'cachedInput' | 'cacheWrite' | 'answer' | 'reasoning';
  label: string;
  tokens: number;
};

/** The tokens in disjoint parts. Parts that the upstream did not report are left out. */
export function tokenParts({ input, output, cachedInput, cacheWrite, reasoning }: Usage): TokenPart[] {
  const parts: TokenPart[] = [];
  const add = (name: TokenPart['name'], label: string, tokens: number) => {
    if (tokens > 0) parts.push({ name, label, tokens });
  };
  const [read, written, thought] = [cachedInput ?? 0, cacheWrite ?? 0, reasoning ?? 0];
  if (input !== null) {
    add('fresh', read + written > 0 ? 'Uncached input' : 'Input', Math.max(0, input - read - written));
    add('cachedInput', 'Cached input', read);
    add('cacheWrite', 'Cache write', written);
  }
  if (output !== null) {
    add('answer', thought > 0 ? 'Answer' : 'Output', Math.max(0, output - thought));
    add('reasoning', 'Reasoning', Math.min(thought, output));
  }
  return parts;
}

type Priced = Pick<Interaction, 'usage' | 'cost' | 'model' | 'requestedModel'>;

/** The calculation as a sentence. `override` is the application's own price, if that applied. */
export function costFormula(
  { usage, cost, model, requestedModel }: Priced,
  override?: PriceOverride,
): string {
  if (cost === null) {
    if (usage.input === null || usage.output === null)
      return 'Unknown: the provider did not report token counts.';
    const name = model ?? requestedModel;
    return name === null ? 'Unknown: no model was named.' : `Unknown: there is no price for ${name}.`;
  }
  const stated = /^stated by (.+)$/.exec(cost.source)?.[1];
  if (stated !== undefined) return `${stated} stated ${exactUsd(cost.usd)} in its response.`;
  const parts = tokenParts(usage);
  if (override && addsUp(parts, override, cost.usd)) {
    const terms = parts.map((part) => `${term(part)} × ${exactUsd(rateOf(part, override))}`);
    return `${terms.join(' + ')}, per million tokens = ${exactUsd(cost.usd)}`;
  }
  if (parts.length === 0) return `No tokens = ${exactUsd(cost.usd)}`;
  return `${parts.map(term).join(' + ')}, priced separately = ${exactUsd(cost.usd)}`;
}

/** A readable name for the source of a price. */
export function priceSource(source: string): string {
  const [, version, model] = /^genai-prices (\S+) (.+)$/.exec(source) ?? [];
  if (version && model) return `List price of ${model} (genai-prices ${version})`;
  if (source.startsWith('override ')) return "The application's own price";
  return source.startsWith('stated by ') ? 'The response' : source;
}

function term({ label, tokens }: TokenPart): string {
  return `${count(tokens)} ${label.toLowerCase()}`;
}

function rateOf({ name }: TokenPart, { input, output, cachedInput, cacheWrite }: PriceOverride): number {
  if (name === 'cachedInput') return cachedInput ?? input;
  if (name === 'cacheWrite') return cacheWrite ?? input;
  return name === 'fresh' ? input : output;
}

/** Whether the price gives the cost; it may have been changed since. */
function addsUp(parts: readonly TokenPart[], override: PriceOverride, cost: number): boolean {
  const sum = parts.reduce((total, part) => total + part.tokens * rateOf(part, override), 0) / 1e6;
  return Math.abs(sum - cost) <= 1e-9 * Math.max(sum, cost);
}
