import type { Exchange, Warning } from '@parley/contract';
import { cutText } from '../base/cut-text.ts';

/** Longer than any name, id or reason that an upstream gives, and than any sentence worth reading in a list. */
const NAME_LENGTH = 500;
const SENTENCE_LENGTH = 4000;

/**
 * Lists show these of every interaction, so they may not be of any length: an upstream's error can quote
 * the whole request. The bytes have them as they were.
 */
export function bounded(exchange: Exchange): Exchange {
  const { error } = exchange;
  return {
    ...exchange,
    model: short(exchange.model),
    requestedModel: short(exchange.requestedModel),
    finishReasonRaw: short(exchange.finishReasonRaw),
    upstreamId: short(exchange.upstreamId),
    previousUpstreamId: short(exchange.previousUpstreamId),
    error: error && {
      type: short(error.type),
      code: short(error.code),
      message: short(error.message, SENTENCE_LENGTH),
    },
  };
}

/** A client's own names are quoted in these. */
export function boundedWarning({ path, code, message }: Warning): Warning {
  return { path: cutText(path, NAME_LENGTH), code, message: cutText(message, NAME_LENGTH) };
}

function short(text: string | null, length = NAME_LENGTH): string | null {
  return text && cutText(text, length);
}
