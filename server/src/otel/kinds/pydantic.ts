import type { KindOf } from './kind.ts';

/** Copies that logfire sends of a span before it has ended, and notes beside spans. */
const NO_SPANS: ReadonlySet<unknown> = new Set(['pending_span', 'log']);

/** Pydantic AI and logfire, where they do not say the operation. */
export const pydanticKind: KindOf = ({ attributes, scope }) => {
  if (NO_SPANS.has(attributes.get('logfire.span_type'))) return 'other';
  if (scope !== 'pydantic-ai' || attributes.has('gen_ai.operation.name')) return null;
  if (attributes.has('gen_ai.tool.name')) return 'tool';
  return attributes.has('agent_name') || attributes.has('gen_ai.agent.name') ? 'agent' : null;
};
