import { z } from 'zod';
import type { StoreClient } from '../failover.ts';
import type { Layout } from './layout.ts';

/** The number of servers that hold rows. */
export async function countNodes(client: StoreClient, layout: Layout): Promise<number> {
  if (layout.kind === 'single') return 1;
  const result = await client.query({
    query: 'SELECT toUInt32(count()) AS nodes FROM system.clusters WHERE cluster = {cluster:String}',
    query_params: { cluster: layout.cluster },
    format: 'JSONEachRow',
  });
  const [row] = z.array(z.object({ nodes: z.number() })).parse(await result.json());
  return row?.nodes ?? 1;
}
