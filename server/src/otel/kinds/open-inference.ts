import type { Kind, KindOf } from './kind.ts';

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['LLM', 'call'],
  ['EMBEDDING', 'embedding'],
  ['RERANKER', 'rerank'],
  ['AGENT', 'agent'],
  ['CHAIN', 'chain'],
  ['TOOL', 'tool'],
]);

export const openInferenceKind: KindOf = ({ attributes }) => {
  const kind = attributes.get('openinference.span.kind');
  return typeof kind === 'string' ? (KINDS.get(kind.toUpperCase()) ?? 'other') : null;
};
