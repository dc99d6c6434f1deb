import type { Interaction } from '@parley/contract';
import { ApiError } from '../base/errors.ts';
import type { Position } from '../journal/segments.ts';
import { entriesIn } from '../otel/expand.ts';
import type { Apps } from '../queries/filters.ts';
import { getInteraction } from '../queries/get-interaction.ts';
import { interactionFromRow } from '../record/from-row.ts';
import type { Sources } from './sources.ts';

export type AskedInteraction = {
  id: string;
  /** Position in the journal, where the acknowledging thread knows it to be not stored yet. */
  waitsAt: Position | null;
};

/** Bodies are empty where they are not kept. */
export type FoundInteraction = {
  record: Interaction;
  request: string | Buffer;
  response: string | Buffer;
  isStored: boolean;
};

/** Reads an interaction from the journal until it is stored, then from the store. */
export async function findInteraction(
  sources: Sources,
  apps: Apps,
  { id, waitsAt }: AskedInteraction,
): Promise<FoundInteraction> {
  const fresh = waitsAt && (await findFresh(sources, apps, id, waitsAt));
  if (fresh) return fresh;
  const row = await getInteraction(sources.store, apps, id);
  if (!row) throw new ApiError('not_found', { message: 'There is no such interaction here.' });
  return { record: interactionFromRow(row), request: row.request, response: row.response, isStored: true };
}

async function findFresh(
  { readFrame, derive }: Sources,
  apps: Apps,
  id: string,
  position: Position,
): Promise<FoundInteraction | null> {
  const parts = await readFrame(position);
  if (!parts) return null;
  const entry = entriesIn(parts, id).find((each) => 'request' in each && each.head.id === id);
  if (!entry || !('request' in entry) || !apps.includes(entry.head.appId)) return null;
  const { head, request, response } = entry;
  const { record, keeping } = await derive(head, request, response);
  if (keeping === 'nothing') return null;
  const isStored = false;
  return keeping === 'numbers'
    ? { record, request: '', response: '', isStored }
    : { record, request, response, isStored };
}
