/** Rankings are sold by the search, not by the token: a query and a hundred documents at most. The price list has none of them. */
import { at, type Json } from './json.ts';

/** USD for a thousand searches, by how names of models begin. */
const RATES: readonly [model: RegExp, rate: number][] = [
  [/^rerank-(?:english-|multilingual-)?v3\b/, 2],
  [/^(?:[a-z-]+\.)?cohere\.rerank-v3\b/, 2],
  [/^(?:[a-z-]+\.)?amazon\.rerank-v1\b/, 1],
];
const DOCUMENTS_A_SEARCH = 100;

type Searched = { texts?: number | null; response: Json };

/** Null when it is no ranking, or nobody knows its price. */
export function ofSearches(
  names: readonly string[],
  { texts, response }: Searched,
): { usd: number; source: string } | null {
  if (texts === undefined || texts === null) return null;
  for (const name of names) {
    const rate = RATES.find(([model]) => model.test(name.toLowerCase()))?.[1];
    const units =
      unitsIn(response) ?? (Array.isArray(resultsIn(response)) ? Math.ceil(texts / DOCUMENTS_A_SEARCH) : 0);
    if (rate !== undefined && units > 0) return { usd: (units * rate) / 1000, source: `searches of ${name}` };
  }
  return null;
}

function unitsIn({ meta }: Json): number | null {
  const billed = at(meta, 'billed_units') ?? at(meta, 'billedUnits');
  const units = at(billed, 'search_units') ?? at(billed, 'searchUnits');
  return typeof units === 'number' && units >= 0 && units <= 1e6 ? units : null;
}

/** An error costs nothing. */
function resultsIn({ results, body }: Json): unknown {
  return results ?? at(body, 'results');
}
