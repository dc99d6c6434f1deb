import { useAsk } from '../../api/use-ask.ts';
import { count } from '../../lib/format.ts';
import { filtersOf, rangeOf, type View } from '../../state/view.ts';

type Props = { appId: string; view: View; asOf: number };

/** How many there are in all: the list knows only how many it has loaded. */
export function TotalCount({ appId, view, asOf }: Props) {
  const { data, isPlaceholderData } = useAsk('POST /v1/query', {
    body: {
      measures: ['interactions'],
      ...rangeOf(view, asOf),
      filters: { app: appId, ...filtersOf(view) },
    },
  });
  const total = data?.rows[0]?.interactions;
  if (typeof total !== 'number') return null;
  return (
    <span className={`tabular text-sm text-ink-3 ${isPlaceholderData ? 'opacity-50' : ''}`}>
      {count(total)} {total === 1 ? 'interaction' : 'interactions'}
    </span>
  );
}
