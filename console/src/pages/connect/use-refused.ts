import type { RefusedRequest, Rejection } from '@parley/contract';
import { useAsk } from '../../api/use-ask.ts';

const POLL_MS = 2000;
/** Maximum number shown; more are usually the same mistake. */
const MAX_SHOWN = 3;

/**
 * Rejected payloads, and refused requests, whose keys are of no application. Older rejections count, too, as long
 * as no payload has been accepted.
 */
export function useRefused(appId: string): { payloads: Rejection[]; requests: RefusedRequest[] } {
  const every = { every: POLL_MS };
  const payloads = useAsk('GET /v1/rejections', { query: { app: appId, limit: MAX_SHOWN } }, every);
  const requests = useAsk('GET /v1/refusals', { query: { app: appId } }, every);
  return {
    payloads: payloads.data?.data ?? [],
    requests: requests.data?.data.slice(0, MAX_SHOWN) ?? [],
  };
}
