import type { RefusedRequest, Rejection } from '@parley/contract';
import { useAsk } from '../../api/use-ask.ts';

const EVERY_MS = 2000;
/** More would be the same mistake once more. */
const MOST = 3;

/**
 * What came and was not taken: payloads with something wrong in them, and requests that cannot be told whose they are.
 * As long as nothing was ever taken, a payload that was refused some time ago is of interest, too.
 */
export function useRefused(appId: string): { payloads: Rejection[]; requests: RefusedRequest[] } {
  const every = { every: EVERY_MS };
  const payloads = useAsk('GET /v1/rejections', { query: { app: appId, limit: MOST } }, every);
  const requests = useAsk('GET /v1/refusals', { query: { app: appId } }, every);
  return {
    payloads: payloads.data?.data ?? [],
    requests: requests.data?.data.slice(0, MOST) ?? [],
  };
}
