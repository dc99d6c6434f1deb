import type { Json } from '../format.ts';
import { jsonText } from '../shared/json-text.ts';
import { arr, isObject, text } from '../shared/read.ts';

/**
 * Cloudflare's Workers AI in OpenAI's dialect. Over HTTP it puts an answer into an envelope, `{result, success, errors}`; a
 * Worker gets it bare. Inside, it is a text of its own making, or what OpenAI would answer. Anything else stays as it is.
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
  // Where a schema was asked for, the answer is parsed.
  const content = isObject(response) ? jsonText(response) : text(response);
  return { ...rest, choices: [{ index: 0, message: { role: 'assistant', content, tool_calls } }] };
}
