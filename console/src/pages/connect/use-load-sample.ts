import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';

/** What waits longer than this for the store is shown as it comes. */
const STORED_MS = 60_000;
const LOOK_MS = 500;

/** Makes the sample application, or finds it, and leads to it once there is something to see. */
export function useLoadSample(accountId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    async mutationFn() {
      const { id } = await call('POST /v1/accounts/:accountId/sample', { params: { accountId } });
      await untilStored(id);
      // A slow store still has its hands full then: the pages would give up on it.
      await call('GET /v1/interactions', { query: { app: id, limit: 1 } }).catch(() => {});
      await client.invalidateQueries();
      await navigate({ to: '/apps/$appId/overview', params: { appId: id }, search: {} });
    },
  });
}

async function untilStored(appId: string): Promise<void> {
  const end = Date.now() + STORED_MS;
  while (Date.now() < end) {
    const { data } = await call('GET /v1/ledger', { query: { app: appId } });
    if (data.every(({ waiting }) => waiting === 0)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
