/**
 * The provider's own request and response, where the telemetry carries them: nothing says better what
 * happened, and the formats know how to read them.
 */
import type { Exchange } from '@parley/contract';
import { type Json, readExchange } from '../../formats/index.ts';
import { isObject } from '../../formats/shared/read.ts';
import { formatOfProvider, providerOf } from '../facts/provider.ts';
import { parseJson } from '../json.ts';
import type { Call, Value } from '../telemetry.ts';

/** Warnings that say: this is something else. Frameworks put their own objects there, too. */
const NOT_THIS: ReadonlySet<string> = new Set([
  'format_contradicts_payload',
  'kept_raw',
  'body_not_json',
  'unknown_model_family',
  'normalise_failed',
]);

/** Null where there are none, or they are not what the provider's look like. */
export function readProviderBodies({ attributes }: Call): Exchange | null {
  const request = bodyIn(attributes.get('input.value')) ?? bodyIn(attributes.get('request_data'));
  const response = bodyIn(attributes.get('output.value')) ?? ofLogfire(attributes.get('response_data'));
  if (request === null || response === null) return null;
  const format = formatOfProvider(providerOf(attributes));
  const type = format === 'openai' && request.input !== undefined ? 'response' : 'chat';
  const { exchange, warnings } = readExchange(format, type, request, response);
  return warnings.some(({ code }) => NOT_THIS.has(code)) ? null : exchange;
}

function bodyIn(value: Value | undefined): Json | null {
  const body = typeof value === 'string' ? parseJson(value) : value;
  return isObject(body) ? body : null;
}

/** Logfire takes the message out of the choice it came in. */
function ofLogfire(value: Value | undefined): Json | null {
  const body = bodyIn(value);
  if (body === null || !isObject(body.message)) return body;
  const anthropic = Array.isArray(body.message.content);
  return anthropic ? { ...body, ...body.message } : { ...body, choices: [{ message: body.message }] };
}
