import type { Kind, KindOf } from './kind.ts';

/** Events are none of these. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['generation', 'call'],
  ['embedding', 'embedding'],
  ['agent', 'agent'],
  ['tool', 'tool'],
  ['chain', 'chain'],
  ['span', 'chain'],
  ['retriever', 'chain'],
  ['evaluator', 'chain'],
  ['guardrail', 'chain'],
]);

/** Langfuse's SDKs since they make spans. */
export const langfuseKind: KindOf = ({ attributes }) => {
  const type = attributes.get('langfuse.observation.type');
  return typeof type === 'string' ? (KINDS.get(type.toLowerCase()) ?? 'other') : null;
};
