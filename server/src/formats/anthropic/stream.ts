import type { Json } from '../format.ts';
import { obj } from '../shared/read.ts';
import { type Assemble, type Building, Indexed, joined, keep, merge, parse } from '../streams/events.ts';

type Block = { start: Building; text: string; thinking: string; input: string; citations: unknown[] };

/** Fields of pings, errors and the last event; Bedrock sends its token counts in the latter. */
const EXTRA_FIELDS = [
  'error',
  'amazon-bedrock-invocationMetrics',
  'amazon-bedrock-guardrailAction',
  'amazon-bedrock-trace',
] as const;

/**
 * Anthropic's messages. `message_start` has the input tokens, blocks arrive as deltas by index, and
 * `message_delta` has the output tokens, as a running total.
 */
export const assembleMessage: Assemble = ({ events }) => {
  const body: Building = {};
  const usage: Building = {};
  let opened = false;
  const blocks = new Indexed(newBlock);
  for (const event of events) {
    switch (event.type) {
      case 'message_start':
        merge(body, obj(event.message));
        merge(usage, obj(body.usage));
        opened = true;
        break;
      case 'content_block_start':
        blocks.at(event.index).start = { ...obj(event.content_block) };
        break;
      case 'content_block_delta':
        addDelta(blocks.at(event.index), obj(event.delta));
        break;
      case 'message_delta':
        merge(body, obj(event.delta));
        keep(body, event, ['context_management']);
        merge(usage, obj(event.usage));
        break;
      default:
        keep(body, event, EXTRA_FIELDS);
    }
  }
  if (opened || blocks.size > 0) {
    body.type = 'message';
    body.usage = usage;
    body.content = blocks.inOrder().map(blockOf);
  }
  const ended = typeof body.stop_reason === 'string';
  return { body, complete: ended || body.error !== undefined };
};

function newBlock(): Block {
  return { start: {}, text: '', thinking: '', input: '', citations: [] };
}

function addDelta(block: Block, delta: Json): void {
  const { text, thinking, partial_json, citation } = delta;
  if (typeof text === 'string') block.text += text;
  if (typeof thinking === 'string') block.thinking += thinking;
  if (typeof partial_json === 'string') block.input += partial_json;
  if (citation !== undefined) block.citations.push(citation);
  keep(block.start, delta, ['signature']);
  if (delta.type === 'compaction_delta') keep(block.start, delta, ['content']);
}

/** Tool input that was cut off is not JSON and stays text. */
function blockOf({ start, text, thinking, input, citations }: Block): Json {
  const block: Building = { ...start };
  block.type ??= thinking !== '' ? 'thinking' : input !== '' ? 'tool_use' : 'text';
  if (block.type === 'text') block.text = joined(start.text, text);
  if (block.type === 'thinking') block.thinking = joined(start.thinking, thinking);
  if (input !== '') block.input = parse(input) ?? input;
  if (citations.length > 0) block.citations = citations;
  return block;
}

/** The older completions: every event has a piece of the text; the last one has the stop reason. */
export const assembleCompletion: Assemble = ({ events }) => {
  const body: Building = {};
  let completion = '';
  for (const event of events) {
    if (typeof event.completion === 'string') completion += event.completion;
    keep(body, event, ['model', 'id', 'log_id', 'stop_reason', 'stop', ...EXTRA_FIELDS]);
  }
  body.completion = completion;
  return { body, complete: body.stop_reason !== undefined || body.error !== undefined };
};

export function assemblerOf({ type, completion }: Json): Assemble | null {
  if (typeof type === 'string' && (type.startsWith('message_') || type.startsWith('content_block_'))) {
    return assembleMessage;
  }
  return typeof completion === 'string' ? assembleCompletion : null;
}
