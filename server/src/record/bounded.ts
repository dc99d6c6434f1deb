import type { Exchange, Warning } from '@parley/contract';
import { cutText } from '../base/cut-text.ts';

/**
 * Maximum lengths; longer than any genuine name, id or reason, and than any message worth showing in a list.
 */
const MAX_NAME_LENGTH = 500;
const MAX_MESSAGE_LENGTH = 4000;

/**
 * Truncates the fields that lists show of every interaction: an upstream's error can quote the whole request.
 * The raw bytes keep the full text.
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
      message: short(error.message, MAX_MESSAGE_LENGTH),
    },
  };
}

/** Truncated because warnings quote the client's own names. */
export function boundedWarning({ path, code, message }: Warning): Warning {
  return { path: cutText(path, MAX_NAME_LENGTH), code, message: cutText(message, MAX_NAME_LENGTH) };
}

function short(text: string | null, length = MAX_NAME_LENGTH): string | null {
  return text && cutText(text, length);
}
