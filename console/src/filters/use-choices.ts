import { useParams } from '@tanstack/react-router';
import { useAsk } from '../api/use-ask.ts';
import { rangeOf, type View } from '../state/view.ts';
import type { ListKind } from './filter-kinds.ts';

export type Choice = { value: string; interactions: number };

/** What occurs in the range, the most frequent first; nothing where that cannot be listed. */
export function useChoices({ dimension }: ListKind, view: View) {
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
  if (dimension === undefined) return { choices: [], isLoading, error };
  const choices = data?.rows.map(
    (row): Choice => ({ value: String(row[dimension] ?? ''), interactions: Number(row.interactions) }),
  );
  return { choices, isLoading, error };
}
