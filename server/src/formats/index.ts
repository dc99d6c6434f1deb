import { type Format, type InteractionType, isStream } from '@parley/contract';
import type { Json, ReadResponse } from './format.ts';
import { READERS } from './readers.ts';
import { exchangeOf } from './shared/exchange.ts';
import { UNFINISHED } from './shared/finish-reasons.ts';
import { isObject, obj, text } from './shared/read.ts';
import { NO_USAGE, warnOfRest } from './shared/usage.ts';
import { warning } from './shared/warnings.ts';
import { assembleStream } from './streams/assemble.ts';

export type { Json, ReadExchange, Reading, ReadResponse } from './format.ts';
export { READERS } from './readers.ts';
export { textsOf } from './shared/messages.ts';
export { isReadingWarning } from './shared/warnings.ts';
export { type OfferedTool, offeredTool, offeredTools, toolDefinitions } from './tool-definitions.ts';

/**
 * Reads an exchange; never throws. When a reader fails (a bug, or an unknown shape), the result is an
 * exchange without content and a warning, and can be derived again after a fix.
 */
export function readExchange(
  format: Format,
  type: InteractionType,
  request: Json,
  response: unknown,
): ReadResponse {
  try {
    const reading = read(format, type, request, isObject(response) ? response : plainAnswer(response));
    return { ...reading, warnings: [...reading.warnings, ...warnOfRest(reading.exchange.usage)] };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const failed = warning('', 'normalise_failed', `Not normalised: ${reason}`);
    return { exchange: nothing(), warnings: [failed], response: obj(response) };
  }
}

function read(format: Format, type: InteractionType, request: Json, sent: Json): ReadResponse {
  if (!isStream(sent)) return { ...READERS[format].read(request, sent, type), response: sent };
  const { response, warnings, empty } = assembleStream(format, request, sent);
  const reading = READERS[format].read(request, response, type);
  // A stream without events has no shape, so only `stream_ended_early` is reported.
  const fitting = empty ? reading.warnings.filter(({ path }) => path !== 'response') : reading.warnings;
  return { exchange: reading.exchange, warnings: [...fitting, ...warnings], response };
}

/** A response that was sent as text is the answer. Other values that are not objects are rejected earlier. */
function plainAnswer(response: unknown): Json {
  return { choices: [{ index: 0, message: { role: 'assistant', content: text(response) ?? '' } }] };
}

function nothing() {
  return exchangeOf({
    requestedModel: null,
    model: null,
    input: [],
    output: [],
    finish: UNFINISHED,
    usage: NO_USAGE,
    upstreamId: null,
    body: {},
    answered: false,
  });
}
