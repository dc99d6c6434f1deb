/**
 * Reads the provider's own request and response, where the telemetry carries them: they are the most precise
 * source, and the formats can read them.
 */
import type { Exchange } from '@parley/contract';
import { parseJson } from '../../base/json.ts';
import { type Json, readExchange } from '../../formats/index.ts';
import { isObject } from '../../formats/shared/read.ts';
import { formatOfProvider, providerOf } from '../facts/provider.ts';
import type { Call, Value } from '../telemetry.ts';

/**
 * Warnings which show that the bodies are not the provider's: frameworks put objects of their own there, too.
 */
const WRONG_FORMAT: ReadonlySet<string> = new Set([
  'format_contradicts_payload',
  'kept_raw',
  'body_not_json',
  'unknown_model_family',
  'normalise_failed',
]);

/** Null where there are none, or they are not the provider's. */
export function readProviderBodies({ attributes }: Call): Exchange | null {
  const request = bodyIn(attributes.get('input.value')) ?? bodyIn(attributes.get('request_data'));
  const response = bodyIn(attributes.get('output.value')) ?? ofLogfire(attributes.get('response_data'));
  if (request === null || response === null) return null;
  const format = formatOfProvider(providerOf(attributes));
  const type = format === 'openai' && request.input !== undefined ? 'response' : 'chat';
  const { exchange, warnings } = readExchange(format, type, request, response);
  return warnings.some(({ code }) => WRONG_FORMAT.has(code)) ? null : exchange;
}

function bodyIn(value: Value | undefined): Json | null {
  const body = typeof value === 'string' ? parseJson(value) : value;
  return isObject(body) ? body : null;
}

/** Logfire unwraps the message from its choice. */
function ofLogfire(value: Value | undefined): Json | null {
  const body = bodyIn(value);
  if (body === null || !isObject(body.message)) return body;
  const anthropic = Array.isArray(body.message.content);
  return anthropic ? { ...body, ...body.message } : { ...body, choices: [{ message: body.message }] };
}
