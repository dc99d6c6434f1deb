/**
 * Rankings are sold per search (a query with up to a hundred documents), not per token. The price list has
 * none.
 */
import { at, type Json } from './json.ts';

/** USD per thousand searches, by model name. */
const RATES: readonly [model: RegExp, rate: number][] = [
  [/^rerank-(?:english-|multilingual-)?v3\b/, 2],
  [/^(?:[a-z-]+\.)?cohere\.rerank-v3\b/, 2],
  [/^(?:[a-z-]+\.)?amazon\.rerank-v1\b/, 1],
];
const DOCUMENTS_PER_SEARCH = 100;

type Searched = { texts?: number | null; response: Json };

/** Null when the exchange is not a ranking, or its price is unknown. */
export function ofSearches(
  names: readonly string[],
  { texts, response }: Searched,
): { usd: number; source: string } | null {
  if (texts === undefined || texts === null) return null;
  for (const name of names) {
    const rate = RATES.find(([model]) => model.test(name.toLowerCase()))?.[1];
    const units =
      unitsIn(response) ?? (Array.isArray(resultsIn(response)) ? Math.ceil(texts / DOCUMENTS_PER_SEARCH) : 0);
    if (rate !== undefined && units > 0) return { usd: (units * rate) / 1000, source: `searches of ${name}` };
  }
  return null;
}

function unitsIn({ meta }: Json): number | null {
  const billed = at(meta, 'billed_units') ?? at(meta, 'billedUnits');
  const units = at(billed, 'search_units') ?? at(billed, 'searchUnits');
  return typeof units === 'number' && units >= 0 && units <= 1e6 ? units : null;
}

/** Absent in an error, which costs nothing. */
function resultsIn({ results, body }: Json): unknown {
  return results ?? at(body, 'results');
}
