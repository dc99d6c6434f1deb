/** What of an address belongs to a saved view, and whether two of them show the same. */
import type { SavedView, ViewPage, ViewSearch } from '@parley/contract';
import { DEFAULT_PRESET } from '../state/view.ts';

/** A page as it is looked at. */
export type ShownPage = { page: ViewPage; search: ViewSearch };

/** What somebody does on a page rather than what it shows: the open interaction, and following new ones. */
const PASSING = new Set(['id', 'live']);
const NAME = /^[A-Za-z][\w.-]*$/;

function isKept(value: unknown): value is ViewSearch[string] {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** An address may say anything; what is kept is what a view can have. */
export function searchToKeep(search: Record<string, unknown>): ViewSearch {
  const kept: ViewSearch = {};
  for (const [name, value] of Object.entries(search))
    if (NAME.test(name) && !PASSING.has(name) && isKept(value)) kept[name] = value;
  return kept;
}

/** The same text for the same view: the order of filters and of their values does not matter. */
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

/** Whether there is anything to keep: not a page as it opens by itself. */
export function isNarrowed({ search }: ShownPage): boolean {
  return canonical(search) !== canonical({});
}
