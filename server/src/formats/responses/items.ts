import type { Message, Part, Role } from '@parley/contract';
import type { Json } from '../format.ts';
import { addContent, addToolResult } from '../openai-like/content.ts';
import { argumentsText } from '../shared/json-text.ts';
import { media } from '../shared/media.ts';
import { arr, isObject, name, obj, text } from '../shared/read.ts';
import { roleOf } from '../shared/roles.ts';

/*
 * Responses have items where chat completions have messages: text, reasoning, tool calls and tool results
 * are separate items. There are about thirty types, and new ones appear; an unknown type becomes an `other`
 * part with its name.
 */

/** `input`, or `instructions` as items: a string or a list of items. */
export function addItems(messages: Message[], value: unknown, role: Role): void {
  const said = text(value);
  if (said !== null) messages.push({ role, content: [{ type: 'text', text: said }] });
  for (const item of arr(value)) if (isObject(item)) addItem(messages, item);
}

/** `output`: one message with all items. */
export function readOutput(value: unknown): Message {
  const content: Part[] = [];
  for (const item of arr(value)) if (isObject(item)) addParts(content, item);
  return { role: 'assistant', content };
}

/** Consecutive items of the model form one turn; so do consecutive tool results. */
function addItem(messages: Message[], item: Json): void {
  const role = roleOfItem(item);
  let last = messages.at(-1);
  if (last?.role !== role || role === 'user' || role === 'system') {
    last = { role, content: [] };
    messages.push(last);
  }
  addParts(last.content, item);
}

function roleOfItem(item: Json): Role {
  if (name(item.role) !== null) return roleOf(item.role);
  const type = name(item.type) ?? 'message';
  if (type.endsWith('_output')) return 'tool';
  return type === 'message' || type === 'mcp_approval_response' ? 'user' : 'assistant';
}

/** Tools that the client runs, and how to read their arguments. The upstream runs all others. */
const CLIENT_TOOLS: ReadonlyMap<string, (item: Json) => unknown> = new Map<string, (item: Json) => unknown>([
  ['function_call', (item) => item.arguments],
  ['custom_tool_call', (item) => item.input],
  ['computer_call', (item) => item.actions ?? item.action],
  ['local_shell_call', (item) => item.action],
  ['shell_call', (item) => item.action],
  ['apply_patch_call', (item) => item.operation],
  ['tool_search_call', (item) => item.arguments],
]);

const CLIENT_RESULTS: ReadonlySet<string> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'computer_call_output',
  'local_shell_call_output',
  'shell_call_output',
  'apply_patch_call_output',
]);

function addParts(parts: Part[], item: Json): void {
  // Only messages may omit their type.
  const type = name(item.type) ?? 'message';
  if (type === 'message') {
    addContent(parts, item.content, false);
  } else if (type === 'reasoning') {
    parts.push({ type: 'thinking', text: reasoningText(item) });
  } else if (type === 'image_generation_call') {
    parts.push(media('image', `image/${name(item.output_format) ?? 'png'}`, null));
  } else if (CLIENT_RESULTS.has(type)) {
    addResult(parts, item);
  } else {
    const written = isHosted(item) ? undefined : CLIENT_TOOLS.get(type);
    if (written === undefined) parts.push({ type: 'other', name: type });
    else {
      parts.push({
        type: 'tool_call',
        id: name(item.call_id) ?? name(item.id),
        // Built-in tools have no name besides their type.
        name: text(item.name) ?? type.slice(0, -'_call'.length),
        arguments: argumentsText(written(item), ''),
      });
    }
  }
}

/** Some tools can run at the upstream or at the client; the call says where. */
function isHosted(item: Json): boolean {
  const { environment } = item;
  return item.execution === 'server' || (isObject(environment) && environment.type !== 'local');
}

/** The reasoning itself where the model shows it, or else the summary; empty when both are secret. */
function reasoningText(item: Json): string {
  const texts: string[] = [];
  for (const part of arr(item.content)) texts.push(text(obj(part).text) ?? '');
  if (texts.length === 0) for (const part of arr(item.summary)) texts.push(text(obj(part).text) ?? '');
  return texts.join('\n\n');
}

function addResult(parts: Part[], item: Json): void {
  const id = name(item.call_id) ?? name(item.id);
  const output = item.output;
  if (isObject(output) && output.type === 'computer_screenshot') {
    addToolResult(parts, [{ type: 'input_image', image_url: output.image_url }], id, null);
  } else if (Array.isArray(output)) {
    addToolResult(parts, output.map(shellText), id, null);
  } else {
    addToolResult(parts, output, id, null);
  }
}

/** The output of a shell command; any other part is returned unchanged. */
function shellText(part: unknown): unknown {
  const { stdout, stderr } = obj(part);
  if (typeof stdout !== 'string' && typeof stderr !== 'string') return part;
  return [stdout, stderr].filter((said) => typeof said === 'string' && said !== '').join('\n');
}
