import { useParams } from '@tanstack/react-router';
import { useAsk } from '../api/use-ask.ts';
import { rangeOf, type View } from '../state/view.ts';
import type { ListKind } from './filter-kinds.ts';

export type Choice = { value: string; interactions: number };

/** What occurs in the range, the most frequent first. */
export function useChoices({ name }: ListKind, view: View) {
  const { appId } = useParams({ strict: false });
  const { from, to } = rangeOf(view);
  const { data, isPending, error } = useAsk('POST /v1/query', {
    body: {
      measures: ['interactions'],
      dimensions: [name],
      from,
      to,
      limit: 50,
      ...(appId === undefined ? {} : { filters: { app: appId } }),
    },
  });
  const choices = data?.rows.map(
    (row): Choice => ({ value: String(row[name] ?? ''), interactions: Number(row.interactions) }),
  );
  return { choices, isPending, error };
}
