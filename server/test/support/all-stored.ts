import { InteractionList, type ListedInteraction } from '@parley/contract';
import type { TestServer } from './server-process.ts';

/** The ids of all listed interactions, page by page, duplicates included. */
export async function storedIds(server: TestServer, token?: string): Promise<string[]> {
  return (await storedInteractions(server, token)).map(({ id }) => id);
}

export async function storedInteractions(server: TestServer, token?: string): Promise<ListedInteraction[]> {
  const found: ListedInteraction[] = [];
  let cursor = '';
  do {
    const list = InteractionList.parse((await server.get(`/v1/interactions?limit=500${cursor}`, token)).json);
    found.push(...list.data);
    cursor = list.nextCursor ? `&cursor=${list.nextCursor}` : '';
  } while (cursor);
  return found;
}
