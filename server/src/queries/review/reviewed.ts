/** What reviewers see: what was said, and nothing that suggests an answer. */
import {
  REVIEWED_TURNS,
  type ReviewedInteraction,
  type ReviewedSession,
  type SessionTurn,
} from '@parley/contract';
import { interactionFromRow } from '../../record/from-row.ts';
import type { Store } from '../../store/store.ts';
import { getInteraction } from '../get-interaction.ts';
import { getSession } from '../get-session.ts';

/** Null when it is no longer kept. */
export async function reviewedInteraction(
  store: Store,
  app: string,
  id: string,
): Promise<ReviewedInteraction | null> {
  const row = await getInteraction(store, [app], id);
  return row ? shown(interactionFromRow(row)) : null;
}

/** The session of an interaction; null when it is no longer kept. */
export async function reviewedSession(
  store: Store,
  app: string,
  id: string,
  now: number,
): Promise<ReviewedSession | null> {
  const session = await getSession(store, [app], id, { limit: REVIEWED_TURNS }, now);
  if (!session) return null;
  return {
    turns: session.data.map((turn) => ({ ...shown(turn), newInput: turn.newInput })),
    isCut: session.nextCursor !== null,
  };
}

function shown({
  id,
  type,
  requestedAt,
  outcome,
  finishReason,
  input,
  output,
  error,
}: ReviewedInteraction | SessionTurn): ReviewedInteraction {
  return { id, type, requestedAt, outcome, finishReason, input, output, error };
}
