import type { Ask } from '../../api/call.ts';
import { useAsk } from '../../api/use-ask.ts';
import { rangeOf, timeZoneOf, type View } from '../../state/view.ts';

type Body = Ask<'POST /v1/query'>['body'];

/** An analytics query over all applications of the reader. */
export function useQueryAll(view: View, body: Omit<Body, 'from' | 'to' | 'filters' | 'timezone'>) {
  return useAsk('POST /v1/query', { body: { ...body, ...rangeOf(view), timezone: timeZoneOf(view) } });
}
