import type { Warning } from '@parley/contract';
import { isCompletion, isMessage, readShape } from '../anthropic/anthropic.ts';
import type { ReadFamily } from './family.ts';

/** Anthropic Claude: both of its shapes, with the model in the envelope rather than in the request. */
export const readClaude: ReadFamily = (request, response) => {
  const isText = isCompletion(response) || (!isMessage(response) && request.prompt !== undefined);
  const warnings: Warning[] = [];
  return { exchange: readShape(isText ? 'completion' : 'chat', request, response, warnings), warnings };
};
