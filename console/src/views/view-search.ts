/** The part of an address that a saved view keeps, and the comparison of views. */
import type { SavedView, ViewPage, ViewSearch } from '@parley/contract';
import { DEFAULT_PRESET } from '../state/presets.ts';

/** A page with its search. */
export type ShownPage = { page: ViewPage; search: ViewSearch };

/** Parameters that are not saved: the open interaction with its tab, and live. */
const NOT_SAVED = new Set(['id', 'tab', 'live']);
const NAME = /^[A-Za-z][\w.-]*$/;

function isKept(value: unknown): value is ViewSearch[string] {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Keeps the parameters that the API accepts in a view. */
export function searchToKeep(search: Record<string, unknown>): ViewSearch {
  const kept: ViewSearch = {};
  for (const [name, value] of Object.entries(search))
    if (NAME.test(name) && !NOT_SAVED.has(name) && isKept(value)) kept[name] = value;
  return kept;
}

/** Equal for equal views, regardless of the order of filters and values. */
function canonical(search: ViewSearch): string {
  const { range = DEFAULT_PRESET, ...rest } = searchToKeep(search);
  const isCustom = rest.from !== undefined && rest.to !== undefined;
  const entries = Object.entries(isCustom ? rest : { ...rest, range });
  return JSON.stringify(
    entries
      .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

export function isShown(view: Pick<SavedView, 'page' | 'search'>, shown: ShownPage | null): boolean {
  return shown !== null && view.page === shown.page && canonical(view.search) === canonical(shown.search);
}

/** Whether the page differs from its default. */
export function isNarrowed({ search }: ShownPage): boolean {
  return canonical(search) !== canonical({});
}
