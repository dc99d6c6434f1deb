import type { Json } from '../format.ts';
import { arr, isObject, obj } from '../shared/read.ts';
import { type Assemble, type Building, Indexed, joined, keep } from '../streams/events.ts';

/** A tool call, whose arguments arrive in pieces. */
type Call = { id: unknown; type: unknown; key: 'function' | 'custom'; name: string; written: unknown };

type Choice = {
  role: unknown;
  /** Null until a piece arrives; an empty string counts as one. */
  content: string | null;
  /** Content that arrives as parts, such as Mistral's thinking. */
  parts: Building[];
  reasoning: string | null;
  refusal: string | null;
  transcript: string | null;
  /** The answer of a text completion. */
  text: string | null;
  calls: Call[];
  /** The latest call of each index; some upstreams give all calls the same index. */
  callAt: Map<unknown, Call>;
  functionCall: Call | null;
  ending: Building;
  /** Perplexity sends the answer so far with each delta. */
  soFar: Json | null;
};

/** Top-level fields of chunks; the last value wins. */
const FIELDS = [
  'id',
  'object',
  'created',
  'model',
  'provider',
  'usage',
  'citations',
  'search_results',
  'service_tier',
  'system_fingerprint',
  'prompt_filter_results',
  'x_groq',
  'error',
] as const;

/** Camel case is from Mistral's TypeScript client. */
const FINISH_FIELDS = [
  'finish_reason',
  'finishReason',
  'finish_details',
  'stop_reason',
  'content_filter_results',
] as const;

/**
 * Chat and text completions in OpenAI's dialect, as sent by OpenAI, Azure, Mistral, Perplexity, Jamba and
 * others: choices by index, each with pieces of text, thinking and tool calls. Usage comes in the last chunk,
 * if requested.
 */
export const assembleChat: Assemble = ({ events, done }, request) => {
  const body: Building = {};
  const choices = new Indexed(newChoice);
  for (const event of events) {
    keep(body, event, FIELDS);
    // Groq has usage here.
    if (isObject(event.x_groq)) keep(body, event.x_groq, ['usage']);
    for (const choice of arr(event.choices))
      if (isObject(choice)) addPiece(choices.at(choice.index ?? 0), choice);
  }
  const all = choices.inOrder();
  // An upstream that fails before its first choice sends only an error.
  if (all.length > 0 || body.error === undefined) body.choices = all.map(choiceOf);
  const finished = all.length > 0 && all.every(hasEnded);
  const counted = body.usage !== undefined || obj(request.stream_options).include_usage !== true;
  return { body, complete: done || body.error !== undefined || (finished && counted) };
};

function hasEnded({ ending }: Choice): boolean {
  const { finish_reason, finishReason, finish_details, stop_reason } = ending;
  return (finish_reason ?? finishReason ?? finish_details ?? stop_reason) !== undefined;
}

function newChoice(): Choice {
  return {
    role: 'assistant',
    content: null,
    parts: [],
    reasoning: null,
    refusal: null,
    transcript: null,
    text: null,
    calls: [],
    callAt: new Map(),
    functionCall: null,
    ending: {},
    soFar: null,
  };
}

function addPiece(choice: Choice, piece: Json): void {
  keep(choice.ending, piece, FINISH_FIELDS);
  if (typeof piece.text === 'string') choice.text = (choice.text ?? '') + piece.text;
  // Mistral on Bedrock sends `message` instead of `delta`; Perplexity sends both.
  const { delta, message } = piece;
  if (isObject(delta)) {
    addDelta(choice, delta);
    if (isObject(message)) choice.soFar = message;
  } else if (isObject(message)) addDelta(choice, message);
}

function addDelta(choice: Choice, delta: Json): void {
  const { content, refusal } = delta;
  if (typeof content === 'string') addContent(choice, content);
  else addParts(choice, arr(content));
  const reasoning = delta.reasoning_content ?? delta.reasoning;
  if (typeof reasoning === 'string') choice.reasoning = (choice.reasoning ?? '') + reasoning;
  if (typeof refusal === 'string') choice.refusal = (choice.refusal ?? '') + refusal;
  const { transcript } = obj(delta.audio);
  if (typeof transcript === 'string') choice.transcript = (choice.transcript ?? '') + transcript;
  for (const call of arr(delta.tool_calls ?? delta.toolCalls)) if (isObject(call)) addCall(choice, call);
  if (isObject(delta.function_call)) {
    choice.functionCall ??= newCall();
    addWritten(choice.functionCall, delta.function_call);
  }
}

/** Text before the first part becomes a part, too. */
function addParts({ content, parts }: Choice, pieces: readonly unknown[]): void {
  for (const piece of pieces) {
    if (!isObject(piece)) continue;
    if (parts.length === 0 && content !== null && content !== '') parts.push({ type: 'text', text: content });
    addPart(parts, piece);
  }
}

/** Mistral sends thinking as parts and then bare text, which becomes one more part. */
function addContent(choice: Choice, content: string): void {
  if (choice.parts.length === 0) choice.content = (choice.content ?? '') + content;
  else if (content !== '') addPart(choice.parts, { type: 'text', text: content });
}

/** Consecutive pieces of the same type form one part. */
function addPart(parts: Building[], part: Json): void {
  const last = parts.at(-1);
  const goesOn = last !== undefined && last.type === part.type;
  if (part.type === 'thinking') {
    if (goesOn) last.thinking = joined(last.thinking, thoughtIn(part));
    else parts.push({ ...part, thinking: thoughtIn(part) });
  } else if (part.type === 'text' && goesOn) last.text = joined(last.text, part.text);
  else parts.push({ ...part });
}

function thoughtIn({ thinking }: Json): string {
  if (typeof thinking === 'string') return thinking;
  let joined = '';
  for (const { text } of arr(thinking).map(obj)) if (typeof text === 'string') joined += text;
  return joined;
}

/** A piece belongs to the call with its index, or to the last call; a new id starts a new call. */
function addCall({ calls, callAt }: Choice, piece: Json): void {
  const { index, id } = piece;
  let call = typeof index === 'number' ? callAt.get(index) : calls.at(-1);
  const begins = typeof id === 'string' && id !== '' && id !== call?.id;
  if (call === undefined || begins) {
    call = newCall();
    calls.push(call);
    callAt.set(index, call);
  }
  call.id ??= id;
  call.type ??= piece.type;
  if (isObject(piece.custom)) call.key = 'custom';
  addWritten(call, obj(piece.function ?? piece.custom));
}

function newCall(): Call {
  return { id: null, type: null, key: 'function', name: '', written: '' };
}

function addWritten(call: Call, piece: Json): void {
  if (typeof piece.name === 'string') call.name += piece.name;
  const written = piece.arguments ?? piece.input;
  if (typeof written === 'string' && typeof call.written === 'string') call.written += written;
  else if (written !== undefined && written !== null) call.written = written;
}

function choiceOf(choice: Choice, index: number): Json {
  const { text, ending } = choice;
  if (text !== null) return { index, text, ...ending };
  return { index, message: messageOf(choice), ...ending };
}

function messageOf(choice: Choice): Json {
  const { content, parts, soFar, calls, functionCall } = choice;
  const silent = (content === null || content === '') && parts.length === 0 && calls.length === 0;
  if (soFar !== null && silent) return soFar;
  const message: Building = { role: choice.role, content: parts.length > 0 ? parts : content };
  if (choice.reasoning !== null) message.reasoning_content = choice.reasoning;
  if (choice.refusal !== null) message.refusal = choice.refusal;
  if (choice.transcript !== null) message.audio = { transcript: choice.transcript };
  if (functionCall !== null)
    message.function_call = { name: functionCall.name, arguments: functionCall.written };
  if (calls.length > 0) message.tool_calls = calls.map(callOf);
  return message;
}

function callOf({ id, type, key, name, written }: Call): Json {
  const called = key === 'custom' ? { name, input: written } : { name, arguments: written };
  return { id, type: type ?? key, [key]: called };
}
