import type { Ask } from '../../api/call.ts';
import { useAsk } from '../../api/use-ask.ts';
import { periodsOf } from '../../charts/query/use-query.ts';
import { timeZoneOf, type View } from '../../state/view.ts';

type Body = Ask<'POST /v1/query'>['body'];

/** An analytics query over all applications of the reader. */
export function useQueryAll(view: View, body: Omit<Body, 'from' | 'to' | 'filters' | 'timezone'>) {
  return useAsk('POST /v1/query', {
    body: { ...body, ...periodsOf(view, body), timezone: timeZoneOf(view) },
  });
}
