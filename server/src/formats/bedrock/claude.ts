import type { Warning } from '@parley/contract';
import { isCompletion, isMessage, readShape } from '../anthropic/anthropic.ts';
import type { ReadFamily } from './family.ts';

/** Anthropic Claude in both of its shapes. The model is named in the envelope, not in the request body. */
export const readClaude: ReadFamily = (request, response) => {
  const isText = isCompletion(response) || (!isMessage(response) && request.prompt !== undefined);
  const warnings: Warning[] = [];
  return { exchange: readShape(isText ? 'completion' : 'chat', request, response, warnings), warnings };
};
