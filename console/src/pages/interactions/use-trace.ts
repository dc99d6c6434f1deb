import type { Interaction, ListedInteraction, Trace } from '@parley/contract';
import { useAsk } from '../../api/use-ask.ts';

const DAY_MS = 86_400_000;
/** Maximum number of interactions in an outline. */
const MAX_STEPS = 200;

/**
 * The interactions of the same trace, from the day before to the day after (no trace is worth reading every
 * day for), and the spans around them where those came as telemetry.
 */
export function useTrace(interaction: Interaction, { traceId }: Trace) {
  const { appId, requestedAt } = interaction;
  const day = Math.floor(Date.parse(requestedAt) / DAY_MS) * DAY_MS;
  const answer = useAsk('GET /v1/interactions', {
    query: {
      app: appId,
      trace: traceId,
      from: day - DAY_MS,
      to: day + 2 * DAY_MS,
      limit: MAX_STEPS,
    },
  });
  const outline = useAsk('GET /v1/traces/:traceId', { params: { traceId } });
  const listed: readonly ListedInteraction[] = answer.data?.data ?? [];
  // The open interaction may not be stored yet, or be beyond the limit.
  const here = listed.some(({ id }) => id === interaction.id);
  const spans = (outline.data?.data ?? []).filter((span) => span.appId === appId);
  const isPending = answer.isPending || outline.isPending;
  return { ...answer, isPending, interactions: here ? listed : [...listed, interaction], spans };
}
