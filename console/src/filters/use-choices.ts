import { useParams } from '@tanstack/react-router';
import { useAsk } from '../api/use-ask.ts';
import { rangeOf, type View } from '../state/view.ts';
import type { ListKind } from './filter-kinds.ts';

/** A value, and its number of interactions in the range where it was counted. */
export type Choice = { value: string; interactions: number | undefined };

/**
 * The values that occur in the range, most frequent first; none for filters that are not dimensions. Other
 * users are found by the part of their name that was `typed`.
 */
export function useChoices({ name, dimension }: ListKind, view: View, typed: string) {
  const { appId } = useParams({ strict: false });
  const { from, to } = rangeOf(view);
  const { data, isLoading, error } = useAsk(
    'POST /v1/query',
    {
      body: {
        measures: ['interactions'],
        dimensions: dimension === undefined ? [] : [dimension],
        from,
        to,
        limit: 50,
        ...(appId === undefined ? {} : { filters: { app: appId } }),
      },
    },
    { enabled: dimension !== undefined },
  );
  const sought = name === 'user' && typed !== '' && appId !== undefined;
  const found = useAsk(
    'GET /v1/user-names',
    { query: { app: appId, who: typed, limit: 20 } },
    { enabled: sought },
  );
  if (dimension === undefined) return { choices: [], isLoading, error };
  const choices = data?.rows.map(
    (row): Choice => ({ value: String(row[dimension] ?? ''), interactions: Number(row.interactions) }),
  );
  const others = (sought && found.data?.data) || [];
  const more = others.map(({ key }): Choice => ({ value: key, interactions: undefined }));
  const listed = new Set(choices?.map(({ value }) => value));
  return {
    choices: choices && [...choices, ...more.filter(({ value }) => !listed.has(value))],
    isLoading,
    error,
  };
}
