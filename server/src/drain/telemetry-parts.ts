/**
 * A model call that comes as telemetry may come in parts: its span, and log records with what was said in it. The
 * first of them that is a call becomes the interaction; the others are joined to it here where they come with it or
 * before it, and are left for `join-late-parts.ts` where it is stored already.
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

/** Joins what belongs to interactions at hand; returns what does not, one part for each call. Both in order of arrival. */
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

/** Records of one moment have no order but that in which they came, and rows have none. */
function together(parts: readonly LatePart[]): LatePart[] {
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0) return [...parts];
  const { head } = parts.find(({ request }) => hasSpan(request)) ?? parts.find((part) => part.head) ?? first;
  return [{ ...first, ...joinBodies(first, others), ...(head ? { head } : {}) }];
}

/** Parts that were waiting came before those that the interaction has. */
function join(interaction: Call, part: LatePart): void {
  const { request } = joinBodies(interaction, [part]);
  const response = joinLogs(part.response, interaction.response);
  // The span knows more of it than a log record does.
  if (request !== interaction.request && part.head) {
    const { envelope, warnings } = part.head;
    interaction.head = { ...interaction.head, envelope, warnings };
  }
  interaction.request = request;
  interaction.response = response;
}

/** What is there already stays: the same buffers, where nothing is new. */
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
