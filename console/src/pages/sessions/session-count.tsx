import { numberIn, useQueryOf } from '../../charts/query/use-query.ts';
import type { View } from '../../state/view.ts';
import { Total } from '../../ui/total.tsx';

export function SessionCount({ appId, view }: { appId: string; view: View }) {
  const { data, isPlaceholderData } = useQueryOf(appId, view, { measures: ['sessions'] });
  const total = numberIn(data?.rows[0], 'sessions');
  return total === null ? null : <Total total={total} of="session" stale={isPlaceholderData} />;
}
