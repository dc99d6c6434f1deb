import type { Json } from '../format.ts';
import { isObject, obj } from '../shared/read.ts';
import { type Assemble, type Building, Indexed, joined } from '../streams/events.ts';

type Item = {
  /** The item as it was announced, and as it was completed. */
  added: Building;
  done: Json | null;
  content: Indexed<Building>;
  summary: Indexed<Building>;
};

/** Target of a text delta: a part in one of the item's lists, or the item itself. */
type Place = {
  item: string;
  field: 'text' | 'refusal' | 'arguments' | 'input' | 'code';
  list?: 'content' | 'summary';
  part?: string;
};

const PLACES: ReadonlyMap<string, Place> = new Map<string, Place>([
  ['output_text', { item: 'message', list: 'content', part: 'output_text', field: 'text' }],
  ['refusal', { item: 'message', list: 'content', part: 'refusal', field: 'refusal' }],
  ['reasoning_text', { item: 'reasoning', list: 'content', part: 'reasoning_text', field: 'text' }],
  ['reasoning_summary_text', { item: 'reasoning', list: 'summary', part: 'summary_text', field: 'text' }],
  ['function_call_arguments', { item: 'function_call', field: 'arguments' }],
  ['mcp_call_arguments', { item: 'mcp_call', field: 'arguments' }],
  ['custom_tool_call_input', { item: 'custom_tool_call', field: 'input' }],
  ['code_interpreter_call_code', { item: 'code_interpreter_call', field: 'code' }],
]);

const FINAL_EVENTS: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
]);

/**
 * OpenAI's responses. The last event has the whole response; without it, the items are assembled from their
 * deltas, on top of the first event's response.
 */
export const assembleResponses: Assemble = ({ events, done }) => {
  let body: Building = { object: 'response' };
  const items = new Indexed(newItem);
  let ended = done;
  let error: Json | null = null;
  for (const event of events) {
    if (isObject(event.response)) body = { ...event.response };
    if (FINAL_EVENTS.has(event.type)) ended = true;
    else if (event.type === 'error') error = failure(event);
    else if (event.output_index !== undefined) addToItem(items.at(event.output_index), event);
  }
  if (!Array.isArray(body.output) || body.output.length === 0) body.output = items.inOrder().map(itemOf);
  if (error !== null) body.error ??= error;
  // The status of the first event (`in_progress`) is out of date.
  if (!ended) body.status = error === null ? null : 'failed';
  return { body, complete: ended || error !== null };
};

function newItem(): Item {
  return { added: {}, done: null, content: new Indexed(newPart), summary: new Indexed(newPart) };
}

function newPart(): Building {
  return {};
}

function failure(event: Json): Json {
  if (isObject(event.error)) return event.error;
  return { code: event.code, message: event.message };
}

function addToItem(item: Item, event: Json): void {
  const { type } = event;
  if (type === 'response.output_item.added') item.added = { ...obj(event.item) };
  else if (type === 'response.output_item.done') item.done = obj(event.item);
  else if (typeof type === 'string') addPiece(item, event, type);
}

/** `response.<what>.delta` has a piece, `response.<what>.done` the whole text. */
function addPiece(item: Item, event: Json, type: string): void {
  const end = type.lastIndexOf('.');
  const place = PLACES.get(type.slice('response.'.length, end));
  if (place === undefined) return;
  item.added.type ??= place.item;
  item.added.id ??= event.item_id;
  const { list, field } = place;
  const index = list === 'content' ? event.content_index : event.summary_index;
  const holder = list === undefined ? item.added : item[list].at(index ?? 0);
  if (list !== undefined) holder.type = place.part;
  if (type.endsWith('.delta')) holder[field] = joined(holder[field], event.delta);
  else if (typeof event[field] === 'string') holder[field] = event[field];
}

function itemOf({ added, done, content, summary }: Item): Json {
  if (done !== null) return done;
  const item: Building = { ...added };
  if (content.size > 0) item.content = content.inOrder();
  if (summary.size > 0) item.summary = summary.inOrder();
  return item;
}
