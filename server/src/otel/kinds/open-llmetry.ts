import type { Kind, KindOf } from './kind.ts';

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['workflow', 'workflow'],
  ['agent', 'agent'],
  ['tool', 'tool'],
  ['task', 'chain'],
]);
const REQUESTS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['chat', 'call'],
  ['completion', 'call'],
  ['embedding', 'embedding'],
  ['rerank', 'rerank'],
]);

/** OpenLLMetry before it took up the names of the conventions. */
export const openLlmetryKind: KindOf = ({ attributes }) => {
  const kind = attributes.get('traceloop.span.kind');
  if (typeof kind === 'string') return KINDS.get(kind.toLowerCase()) ?? 'other';
  const request = attributes.get('llm.request.type');
  return typeof request === 'string' ? (REQUESTS.get(request.toLowerCase()) ?? 'other') : null;
};
