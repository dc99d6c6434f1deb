import type { Kind, KindOf } from './kind.ts';

/** Images, speech, guardrails and whatever else has an operation are none of these. */
const OPERATIONS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['chat', 'call'],
  ['text_completion', 'call'],
  ['generate_content', 'call'],
  ['completion', 'call'],
  ['responses', 'call'],
  ['embeddings', 'embedding'],
  ['embedding', 'embedding'],
  ['rerank', 'rerank'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'agent'],
  ['agent_step', 'agent'],
  ['invoke_workflow', 'workflow'],
  ['execute_tool', 'tool'],
]);

/** The GenAI conventions, since they have a name for the operation. */
export const genAiKind: KindOf = ({ attributes }) => {
  const operation = attributes.get('gen_ai.operation.name');
  return typeof operation === 'string' ? (OPERATIONS.get(operation.toLowerCase()) ?? 'other') : null;
};
