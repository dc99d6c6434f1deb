import type { Json } from '../format.ts';
import { jsonText } from '../shared/json-text.ts';
import { arr, isObject, text } from '../shared/read.ts';

/**
 * Converts a response of Cloudflare's Workers AI to OpenAI's dialect. Over HTTP it comes in an envelope,
 * `{result, success, errors}`; in a Worker it comes bare. Inside is either a shape of its own or OpenAI's.
 * Anything else is returned unchanged.
 */
export function unwrapWorkersAi(response: Json): Json {
  const { result, success, errors } = response;
  if (typeof success !== 'boolean') return inDialect(response);
  const [error] = arr(errors);
  if (!success) return isObject(error) ? { error } : response;
  return isObject(result) ? inDialect(result) : response;
}

function inDialect(answer: Json): Json {
  const { response, tool_calls, ...rest } = answer;
  const said = typeof response === 'string' || isObject(response) || Array.isArray(tool_calls);
  if (!said || answer.choices !== undefined || answer.output !== undefined) return answer;
  // With a requested schema, the response is already parsed.
  const content = isObject(response) ? jsonText(response) : text(response);
  return { ...rest, choices: [{ index: 0, message: { role: 'assistant', content, tool_calls } }] };
}
