import type { Format, Warning } from '@parley/contract';
import type { Json, Reading } from '../format.ts';
import { contradictsFormat } from '../shared/warnings.ts';
import { type Dialect, looksLikeRequest, looksLikeResponse, readOpenAiLike } from './exchange.ts';

/** A format with chat completions only. */
export function readChatOnly(format: Format, request: Json, response: Json, dialect: Dialect): Reading {
  const exchange = readOpenAiLike(request, response, dialect);
  const warnings: Warning[] = [];
  if (!looksLikeRequest(request)) warnings.push(contradictsFormat('request', format));
  if (!looksLikeResponse(response) && exchange.error === null) {
    warnings.push(contradictsFormat('response', format));
  }
  return { exchange, warnings };
}
