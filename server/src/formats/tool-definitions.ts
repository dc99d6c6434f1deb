/** The tools that a request offers. */
import type { Json } from './format.ts';
import { isObject, list, name, obj } from './shared/read.ts';

/** More are not read. */
const MAX_TOOLS = 256;

export type OfferedTool = {
  /** The type of a tool that has no name. */
  name: string;
  definition: Json;
};

export function offeredTools(request: Json): OfferedTool[] {
  const body = bodyOf(request);
  const offered = [
    body.tools,
    body.functions,
    obj(body.config).tools,
    obj(body.toolConfig).tools,
    obj(body.tool_config).tools,
  ];
  return offered
    .flatMap((tools) => list(tools).flatMap(declared))
    .filter(isObject)
    .slice(0, MAX_TOOLS)
    .map(offeredTool);
}

/** Each as a line of text: the name, then the whole definition. */
export function toolDefinitions(request: Json): string[] {
  return offeredTools(request).map(({ name: called, definition }) =>
    `${called} ${JSON.stringify(definition)}`.toWellFormed(),
  );
}

/** Bedrock wraps the request of a model's family. */
function bodyOf(request: Json): Json {
  if (isObject(request.body)) return request.body;
  if (typeof request.body !== 'string') return request;
  try {
    return obj(JSON.parse(request.body));
  } catch {
    return request;
  }
}

/** Gemini groups functions. */
function declared(tool: unknown): readonly unknown[] {
  const { functionDeclarations, function_declarations } = obj(tool);
  const grouped = functionDeclarations ?? function_declarations;
  return grouped === undefined ? [tool] : list(grouped);
}

/** One tool, in the shape of any upstream. */
export function offeredTool(tool: Json): OfferedTool {
  const definition =
    [obj(tool.function), obj(tool.toolSpec), tool].find((each) => name(each.name) !== null) ?? tool;
  return { name: name(definition.name) ?? name(tool.type) ?? '', definition };
}
