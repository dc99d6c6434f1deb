/** Parameters and tools of a raw request, in any format. */
import { mayBeSecret } from './secret-names.ts';

export type RequestSettings = {
  /** JSON values by path, such as `temperature` or `generationConfig.topP`. */
  parameters: ReadonlyMap<string, string>;
  /** Tool definitions by name. */
  tools: ReadonlyMap<string, string>;
};

/** Left out: messages, which are compared one by one, and the model, which the record has. */
const NO_PARAMETERS: ReadonlySet<string> = new Set([
  'messages',
  'contents',
  'history',
  'input',
  'inputText',
  'prompt',
  'prompts',
  'message',
  'chat_history',
  'documents',
  'images',
  'system',
  'systemInstruction',
  'system_instruction',
  'instructions',
  'preamble',
  'previous_response_id',
  'tools',
  'functions',
  'model',
  'modelId',
]);

/** Maximum nesting depth of parameters in the formats. */
const LEVELS = 3;

export function settingsOf(request: unknown): RequestSettings {
  const body = bodyOf(request);
  const parameters = new Map<string, string>();
  addParameters(parameters, body, '', LEVELS);
  return { parameters, tools: toolsOf(body) };
}

type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Bedrock's clients put the request into `body`, often as a string. */
export function bodyOf(request: unknown): Fields {
  if (!isFields(request)) return {};
  const { body } = request;
  if (isFields(body)) return { ...request, ...body, body: undefined };
  if (typeof body !== 'string') return request;
  try {
    const read: unknown = JSON.parse(body);
    return isFields(read) ? { ...request, ...read, body: undefined } : request;
  } catch {
    return request;
  }
}

function addParameters(found: Map<string, string>, fields: Fields, path: string, levels: number): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || NO_PARAMETERS.has(name) || mayBeSecret(name, typeof value === 'string'))
      continue;
    if (isFields(value) && levels > 1) addParameters(found, value, `${path}${name}.`, levels - 1);
    else found.set(`${path}${name}`, JSON.stringify(value));
  }
}

function toolsOf({ tools, functions, toolConfig, config }: Fields): Map<string, string> {
  const found = new Map<string, string>();
  const nested = [toolConfig, config].map((holder) => (isFields(holder) ? holder.tools : undefined));
  for (const list of [tools, functions, ...nested]) {
    for (const tool of Array.isArray(list) ? list : []) {
      for (const one of declaredIn(tool)) {
        const name = toolName(one);
        if (name !== null) found.set(name, JSON.stringify(one));
      }
    }
  }
  return found;
}

/** Gemini declares several functions as one tool. */
function declaredIn(tool: unknown): readonly unknown[] {
  if (!isFields(tool)) return [];
  const declared = tool.functionDeclarations ?? tool.function_declarations;
  return Array.isArray(declared) ? declared : [tool];
}

/** Built-in tools of the upstream have a type or a key, and no name. */
function toolName(tool: unknown): string | null {
  if (!isFields(tool)) return null;
  const named = [tool, tool.function, tool.toolSpec].find(
    (holder) => isFields(holder) && typeof holder.name === 'string',
  );
  if (isFields(named)) return String(named.name);
  return typeof tool.type === 'string' ? tool.type : (Object.keys(tool)[0] ?? null);
}
