import type { Kind, KindOf } from './kind.ts';

/** The inner span is the call; the one around it has the sum of all steps. */
const OPERATIONS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['ai.generateText.doGenerate', 'call'],
  ['ai.streamText.doStream', 'call'],
  ['ai.generateObject.doGenerate', 'call'],
  ['ai.streamObject.doStream', 'call'],
  ['ai.embed.doEmbed', 'embedding'],
  ['ai.embedMany.doEmbed', 'embedding'],
  ['ai.rerank.doRerank', 'rerank'],
  ['ai.generateText', 'agent'],
  ['ai.streamText', 'agent'],
  ['ai.generateObject', 'agent'],
  ['ai.streamObject', 'agent'],
  ['ai.workflowAgent.stream', 'agent'],
  ['ai.embed', 'chain'],
  ['ai.embedMany', 'chain'],
  ['ai.rerank', 'chain'],
  ['ai.toolCall', 'tool'],
]);

/** Vercel's AI SDK. */
export const vercelKind: KindOf = ({ attributes }) => {
  const operation = attributes.get('ai.operationId');
  return typeof operation === 'string' ? (OPERATIONS.get(operation) ?? 'other') : null;
};
