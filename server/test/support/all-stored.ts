import { InteractionList } from '@parley/contract';
import type { TestServer } from './server-process.ts';

/** Every id the list shows, page by page, duplicates included. */
export async function storedIds(server: TestServer, token?: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const list = InteractionList.parse((await server.get(`/v1/interactions?limit=500${cursor}`, token)).json);
    ids.push(...list.data.map(({ id }) => id));
    cursor = list.nextCursor ? `&cursor=${list.nextCursor}` : '';
  } while (cursor);
  return ids;
}
