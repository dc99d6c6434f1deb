import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PickerGroup } from '../ui/picker.tsx';
import type { Item, Place } from './item.ts';
import { best, fit } from './match.ts';
import { recentItems } from './recent.ts';
import { SOURCES } from './sources/sources.ts';

/** The server is asked when somebody stops typing. */
const PAUSE_MS = 200;
/** Shorter words fit nearly everything. */
const SHORTEST = 2;
/** Of each kind, before anything is typed. */
const OFFERED = 20;

const ASKING = SOURCES.flatMap(({ title, ask }) => (ask ? [{ title, ask }] : []));

/** What is found, the group with the best one first. */
export function useItems(typed: string, place: Place): { groups: PickerGroup<Item>[]; isAsking: boolean } {
  const words = typed.trim();
  const settled = useSettled(words);
  const enabled = settled.length >= SHORTEST;
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
      options: best('', all?.(place) ?? [], OFFERED),
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

/** Where it is found first. */
function eachOnce(groups: readonly PickerGroup<Item>[]): PickerGroup<Item>[] {
  const seen = new Set<string>();
  return groups.map(({ title, options }) => ({
    title,
    options: options.filter(({ id }) => !seen.has(id) && seen.add(id)),
  }));
}

/** What the server found fits, whether or not its title says so; an id is a hit. */
function scoreOf(words: string, options: readonly Item[]): number {
  return Math.max(...options.map((option) => (option.words === words ? 10 : (fit(words, option) ?? 0))), -1);
}

function useSettled(words: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}
