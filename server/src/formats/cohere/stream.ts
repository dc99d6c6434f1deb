import type { Json } from '../format.ts';
import { isObject, obj } from '../shared/read.ts';
import { type Assemble, type Building, Indexed, joined, keep, merge, parse } from '../streams/events.ts';

type Call = { call: Building; name: string; written: string };

function newCall(): Call {
  return { call: {}, name: '', written: '' };
}

/**
 * Cohere's chat v1 and generate. The last event has the whole response; without it, the answer is assembled
 * from text and tool call pieces. Cohere's TypeScript client converts names to camel case.
 */
export const assembleCohere: Assemble = ({ events }, request) => {
  const body: Building = {};
  const texts = new Indexed<{ text: string }>(() => ({ text: '' }));
  const calls = new Indexed(newCall);
  let ended = false;
  for (const event of events) {
    keep(body, event, ['generation_id', 'citations', 'search_queries', 'search_results', 'documents']);
    keep(body, event, ['finish_reason', 'finishReason', 'generationId', 'amazon-bedrock-invocationMetrics']);
    const type = event.event_type ?? event.eventType;
    if (type === 'tool-calls-generation') keep(body, event, ['tool_calls', 'toolCalls']);
    else if (typeof event.text === 'string') texts.at(event.index ?? 0).text += event.text;
    const call = event.tool_call_delta ?? event.toolCallDelta;
    if (isObject(call)) addCallV1(calls, call);
    // An error message.
    if (event.error !== undefined && event.error !== null) body.error = event.error;
    merge(body, obj(event.response));
    ended ||= event.is_finished === true || type === 'stream-end';
  }
  const all = texts.inOrder();
  if (body.text === undefined && body.generations === undefined) {
    if (isGenerate(request, events))
      body.generations = all.map(({ text }) => ({ text, finish_reason: body.finish_reason }));
    else body.text = all[0]?.text ?? '';
  }
  if (calls.size > 0 && body.toolCalls === undefined) body.tool_calls ??= calls.inOrder().map(callOfV1);
  return { body, complete: ended || body.error !== undefined };
};

/** Recognised by the prompt; on Bedrock, where the request is in a body, by events without names. */
function isGenerate(request: Json, events: readonly Json[]): boolean {
  if (typeof request.prompt === 'string') return request.message === undefined;
  return request.body !== undefined && events.every(({ event_type }) => event_type === undefined);
}

function addCallV1(calls: Indexed<Call>, piece: Json): void {
  const call = calls.at(piece.index ?? 0);
  if (typeof piece.name === 'string') call.name += piece.name;
  if (typeof piece.parameters === 'string') call.written += piece.parameters;
}

function callOfV1({ name, written }: Call): Json {
  return { name, parameters: written === '' ? {} : (parse(written) ?? written) };
}

/** Cohere's chat v2: parts of the message by index; usage comes with the finish reason. */
export const assembleCohereV2: Assemble = ({ events }) => {
  const body: Building = {};
  const message: Building = { role: 'assistant' };
  const contents = new Indexed<Building>(() => ({}));
  const calls = new Indexed(newCall);
  const citations: unknown[] = [];
  let plan = '';
  let ended = false;
  for (const event of events) {
    keep(body, event, ['id', 'error']);
    const delta = obj(event.delta);
    const piece = obj(delta.message);
    if (isObject(piece.content)) addContent(contents.at(event.index ?? 0), piece.content);
    plan = joined(plan, piece.tool_plan ?? piece.toolPlan);
    const call = piece.tool_calls ?? piece.toolCalls;
    if (isObject(call)) addCall(calls.at(event.index ?? 0), call);
    if (isObject(piece.citations)) citations.push(piece.citations);
    if (event.type === 'message-end') {
      ended = true;
      keep(body, delta, ['finish_reason', 'finishReason', 'usage', 'error']);
    }
  }
  if (contents.size > 0) message.content = contents.inOrder();
  if (plan !== '') message.tool_plan = plan;
  if (calls.size > 0) message.tool_calls = calls.inOrder().map(callOf);
  if (citations.length > 0) message.citations = citations;
  body.message = message;
  return { body, complete: ended || body.error !== undefined };
};

function addContent(content: Building, piece: Json): void {
  content.type ??= piece.type ?? (piece.thinking === undefined ? 'text' : 'thinking');
  for (const key of ['text', 'thinking']) {
    const said = piece[key];
    if (typeof said === 'string') content[key] = joined(content[key], said);
  }
}

function addCall(call: Call, piece: Json): void {
  const { name, arguments: written } = obj(piece.function);
  keep(call.call, piece, ['id', 'type']);
  if (typeof name === 'string') call.name += name;
  if (typeof written === 'string') call.written += written;
}

function callOf({ call, name, written }: Call): Json {
  return { ...call, function: { name, arguments: written } };
}

const V2_TYPE = /^(?:message|content|tool-plan|tool-call|citation)-(?:start|delta|end)$/;

export function assemblerOf(event: Json): Assemble | null {
  if (typeof event.type === 'string' && V2_TYPE.test(event.type)) return assembleCohereV2;
  const isV1 =
    typeof (event.event_type ?? event.eventType) === 'string' || typeof event.is_finished === 'boolean';
  return isV1 ? assembleCohere : null;
}
