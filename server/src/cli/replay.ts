/**
 * `parley replay`: sends rejected payloads again, after a fix, through the running server. The command
 * authenticates with a short-lived token that it writes into the metadata, which it has access to.
 */
import { RejectionList } from '@parley/contract';
import { z } from 'zod';
import { findApplication } from '../accounts/applications/find-application.ts';
import { listApplications } from '../accounts/applications/list-applications.ts';
import { createToken } from '../accounts/keys/create-token.ts';
import { revokeToken } from '../accounts/keys/revoke-token.ts';
import { runningServer } from '../data-folder/data-folder.ts';
import { readFlags, requireApplication, UsageError } from './usage.ts';
import { dataFolder, withMetadata } from './with-metadata.ts';

const Answer = z.object({
  status: z.string(),
  id: z.string().optional(),
  message: z.string().optional(),
  issues: z.array(z.object({ message: z.string() })).optional(),
});

type Replayed = { rejection: string; status: string; id?: string; message?: string };

export async function replay(args: string[]): Promise<void> {
  const flags = readFlags(args, [], ['app', 'id']);
  const server = runningServer(dataFolder(flags.data));
  if (!server) throw new UsageError('No server runs on this data folder: start it first ("npm start").');
  const results = await withMetadata(flags.data, async (db) => {
    const applications = flags.app
      ? [await requireApplication(findApplication(db, flags.app))]
      : await listApplications(db);
    const all: Replayed[] = [];
    for (const { id: appId } of applications) {
      const expiresAt = Date.now() + 3_600_000;
      const { id, token } = await createToken(db, {
        appId,
        name: 'replay',
        scopes: ['read', 'replay'],
        expiresAt,
      });
      try {
        all.push(...(await replayAll(server.url, token, flags.id)));
      } finally {
        await revokeToken(db, id);
      }
    }
    return all;
  });
  const taken = results.filter(({ status }) => status === 'ok').length;
  if (flags.json) console.log(JSON.stringify(results));
  else {
    for (const { rejection, status, id, message } of results)
      console.log(`${rejection}  ${id ?? `${status}: ${message}`}`);
    console.log(`${taken} of ${results.length} rejected payloads were taken.`);
  }
}

async function replayAll(url: string, token: string, only: string | undefined): Promise<Replayed[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const results: Replayed[] = [];
  let cursor: string | null = null;
  do {
    const page = new URL('/v1/rejections', url);
    page.searchParams.set('limit', '500');
    if (cursor) page.searchParams.set('cursor', cursor);
    const list: RejectionList = RejectionList.parse(await (await fetch(page, { headers })).json());
    for (const { id, replayedAs } of list.data) {
      if (only !== undefined ? id !== only : replayedAs !== null) continue;
      const response = await fetch(new URL(`/v1/rejections/${id}/replay`, url), { method: 'POST', headers });
      const answer = Answer.parse(await response.json());
      const message = answer.issues?.map((issue) => issue.message).join(' ') || answer.message;
      results.push({
        rejection: id,
        status: answer.status,
        ...(answer.id ? { id: answer.id } : {}),
        ...(message ? { message } : {}),
      });
    }
    cursor = list.nextCursor;
  } while (cursor !== null);
  return results;
}
