import type { Message, Part } from '@parley/contract';
import type { Json } from '../format.ts';
import { addContent } from '../openai-like/content.ts';
import { addMessageParts, addToolCalls, readMessages } from '../openai-like/messages.ts';
import { arr, isObject, name, obj } from '../shared/read.ts';
import { roleOf } from '../shared/roles.ts';
import { addDocuments } from './documents.ts';

/** Chat v2: OpenAI's messages, plus a plan before tool calls, and documents. */
export function readInput(request: Json): Message[] {
  const messages: Message[] = [];
  for (const message of arr(request.messages)) {
    if (!isObject(message)) continue;
    const role = roleOf(message.role);
    if (role !== 'assistant') {
      for (const read of readMessages([message], false)) messages.push(read);
      continue;
    }
    const content: Part[] = [];
    addPlan(content, message);
    addMessageParts(content, message, false);
    messages.push({ role, content });
  }
  // Documents belong to the question, which is the last user message.
  const asked = messages.findLast((message) => message.role === 'user');
  if (asked !== undefined) addDocuments(asked.content, request.documents);
  return messages;
}

export function readOutput(response: Json): Message {
  const message = obj(response.message);
  const content: Part[] = [];
  addPlan(content, message);
  addContent(content, message.content, false);
  addToolCalls(content, message.tool_calls ?? message.toolCalls);
  return { role: 'assistant', content };
}

/** "A chain-of-thought style reflection and plan": thinking, not text. */
function addPlan(parts: Part[], message: Json): void {
  const plan = name(message.tool_plan) ?? name(message.toolPlan);
  if (plan !== null) parts.push({ type: 'thinking', text: plan });
}
