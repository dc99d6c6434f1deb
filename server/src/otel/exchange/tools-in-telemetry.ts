/** The tools that a call was offered, as telemetry reports them. */
import type { Json } from '../../formats/index.ts';
import { NO_CALL, readCall } from '../call-bodies.ts';

const WHOLE = 'gen_ai.tool.definitions';
const NUMBERED =
  /^(?:llm\.tools\.\d+\.tool\.json_schema|llm\.request\.functions\.\d+\.(?:name|description))$/;
const MAX_TOOLS = 256;

export function toolsInTelemetry(request: Json): string[] {
  const { attributes } = readCall(request, {}) ?? NO_CALL;
  const tools: string[] = [];
  for (const [name, value] of attributes) {
    if (tools.length >= MAX_TOOLS) break;
    if (name === WHOLE) tools.push(...definitions(value));
    else if (typeof value === 'string' && NUMBERED.test(name)) tools.push(value.toWellFormed());
  }
  return tools;
}

function definitions(value: unknown): string[] {
  let tools = value;
  if (typeof value === 'string') {
    try {
      tools = JSON.parse(value);
    } catch {
      return [value.toWellFormed()];
    }
  }
  if (!Array.isArray(tools)) return [];
  return tools
    .slice(0, MAX_TOOLS)
    .map((tool) => String(typeof tool === 'string' ? tool : JSON.stringify(tool)));
}
