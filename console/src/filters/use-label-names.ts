import { useParams } from '@tanstack/react-router';
import { useAsk } from '../api/use-ask.ts';
import { isLabel } from '../state/label-filters.ts';
import { rangeOf, type View } from '../state/view.ts';

/** The labels that occur in the range, by their names as filters, most frequent first. */
export function useLabelNames(view: View) {
  const { appId } = useParams({ strict: false });
  const { from, to } = rangeOf(view);
  const { data, isPending, error } = useAsk('GET /v1/labels', {
    query: { from, to, values: 0, ...(appId === undefined ? {} : { app: appId }) },
  });
  const names = (data?.data ?? []).map(({ name }) => `label.${name}`).filter(isLabel);
  return { names, isPending, error };
}
