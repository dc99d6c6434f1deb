import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useSettled } from '../lib/use-settled.ts';
import type { PickerGroup } from '../ui/picker.tsx';
import type { Item, Place } from './item.ts';
import { best, fit } from './match.ts';
import { recentItems } from './recent.ts';
import { SOURCES } from './sources/sources.ts';

/** Shorter words match nearly everything. */
const MIN_LENGTH = 2;
/** Maximum number of items of each kind before anything is typed. */
const MAX_OFFERED = 20;

const ASKING = SOURCES.flatMap(({ title, ask }) => (ask ? [{ title, ask }] : []));

/** The matching groups; the one with the best match first. */
export function useItems(typed: string, place: Place): { groups: PickerGroup<Item>[]; isAsking: boolean } {
  const words = typed.trim();
  const settled = useSettled(words);
  const enabled = settled.length >= MIN_LENGTH;
  const asked = useQueries({
    queries: ASKING.map(({ title, ask }) => ({
      queryKey: ['palette', title, settled, place.appId],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(settled, place, signal),
      enabled,
      placeholderData: keepPreviousData,
      retry: false,
    })),
  });
  if (words === '') {
    const offered = SOURCES.map(({ title, all }) => ({
      title,
      options: best('', all?.(place) ?? [], MAX_OFFERED),
    }));
    return { groups: eachOnce([{ title: 'Recent', options: recentItems() }, ...offered]), isAsking: false };
  }
  const found = SOURCES.map(({ title, ask, all }) => {
    const answer = ask && enabled ? asked[ASKING.findIndex((one) => one.title === title)]?.data : undefined;
    return { title, options: [...best(words, all?.(place) ?? []), ...(answer ?? [])] };
  });
  const isAsking = settled !== words || asked.some(({ isFetching }) => isFetching);
  const ordered = found.toSorted((a, b) => scoreOf(words, b.options) - scoreOf(words, a.options));
  return { groups: eachOnce(ordered), isAsking };
}

/** Removes duplicates; the first occurrence stays. */
function eachOnce(groups: readonly PickerGroup<Item>[]): PickerGroup<Item>[] {
  const seen = new Set<string>();
  return groups.map(({ title, options }) => ({
    title,
    options: options.filter(({ id }) => !seen.has(id) && seen.add(id)),
  }));
}

/** Server results count as matches whatever their title; an id is an exact match. */
function scoreOf(words: string, options: readonly Item[]): number {
  return Math.max(...options.map((option) => (option.words === words ? 10 : (fit(words, option) ?? 0))), -1);
}
