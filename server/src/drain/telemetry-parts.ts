/**
 * A model call may arrive as several telemetry records: its span, and log records with its messages. The
 * first one that identifies a call becomes the interaction. The others are joined to it here if they arrive
 * with it or before it, and left to `join-late-parts.ts` if it is already stored.
 */
import type { LatePart } from '../cluster/late-parts.ts';
import type { InteractionHead } from '../envelope/journal-entry.ts';
import { joinLogs, NO_SPAN } from '../otel/call-bodies.ts';

type Bodies = { request: Buffer; response: Buffer };
type Call = Bodies & { head: InteractionHead };

export function partOf({ head, request, response }: Call): LatePart {
  const { id, appId, receivedAt } = head;
  return { id, appId, receivedAt, request, response, head };
}

/**
 * Joins parts to their interactions in the batch; returns the others as one part per call. Both in order of
 * arrival.
 */
export function joinParts(interactions: readonly Call[], parts: readonly LatePart[]): LatePart[] {
  if (parts.length === 0) return [];
  const byId = new Map(interactions.map((interaction) => [interaction.head.id, interaction]));
  const ofCalls = Map.groupBy(parts, ({ id }) => id);
  return [...ofCalls.values()].flatMap(together).filter((part) => {
    const interaction = byId.get(part.id);
    if (interaction) join(interaction, part);
    return interaction === undefined;
  });
}

/** Merges parts of one call: records of the same time are only ordered by arrival, and rows have no order. */
function together(parts: readonly LatePart[]): LatePart[] {
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0) return [...parts];
  const { head } = parts.find(({ request }) => hasSpan(request)) ?? parts.find((part) => part.head) ?? first;
  return [{ ...first, ...joinBodies(first, others), ...(head ? { head } : {}) }];
}

/** Parts that waited arrived before those of the interaction. */
function join(interaction: Call, part: LatePart): void {
  const { request } = joinBodies(interaction, [part]);
  const response = joinLogs(part.response, interaction.response);
  // The span has a better envelope than a log record.
  if (request !== interaction.request && part.head) {
    const { envelope, warnings } = part.head;
    interaction.head = { ...interaction.head, envelope, warnings };
  }
  interaction.request = request;
  interaction.response = response;
}

/** Existing bytes stay: returns the same buffers if nothing is new. */
export function joinBodies({ request, response }: Bodies, parts: readonly Bodies[]): Bodies {
  const span = hasSpan(request) ? undefined : parts.find((part) => hasSpan(part.request));
  return {
    request: span?.request ?? request,
    response: joinLogs(response, ...parts.map((part) => part.response)),
  };
}

function hasSpan(request: Buffer): boolean {
  return request.length > NO_SPAN.length;
}
