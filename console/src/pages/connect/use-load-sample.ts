import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';

/** Maximum wait for the store; after it, the sample is opened as it loads. */
const STORED_MS = 60_000;
const LOOK_MS = 500;

/** Creates or finds the sample application, and opens it once it has data. */
export function useLoadSample(accountId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    async mutationFn() {
      const { id } = await call('POST /v1/accounts/:accountId/sample', { params: { accountId } });
      await untilStored(id);
      // A slow store is still busy at first; queries of the pages would exceed their deadline.
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
