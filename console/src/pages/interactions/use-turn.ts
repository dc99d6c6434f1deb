import type { Interaction, InteractionTurn } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { asking } from '../../api/use-ask.ts';
import { isWordless } from '../../conversation/wordless.ts';

/** The turn of an interaction in its session; undefined while loading, or without a session. */
export function useTurn({ id, session, type }: Interaction): InteractionTurn | undefined {
  return useQuery({
    ...asking('GET /v1/interactions/:id/turn', { params: { id } }),
    enabled: session !== null && !isWordless(type),
  }).data;
}
