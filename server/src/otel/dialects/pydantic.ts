/** Pydantic AI and logfire, where they do not name the operation. */
import type { Dialect } from './dialect.ts';

/** Copies that logfire sends of a span before it has ended, and notes beside spans. */
const NOT_SPANS: ReadonlySet<unknown> = new Set(['pending_span', 'log']);

export const pydantic: Dialect = {
  kind: ({ attributes, scope }) => {
    if (NOT_SPANS.has(attributes.get('logfire.span_type'))) return 'other';
    if (scope !== 'pydantic-ai' || attributes.has('gen_ai.operation.name')) return null;
    if (attributes.has('gen_ai.tool.name')) return 'tool';
    return attributes.has('agent_name') || attributes.has('gen_ai.agent.name') ? 'agent' : null;
  },
  content: ['request_data', 'events'],
};
