import type { Json } from '../format.ts';
import { isObject, obj } from '../shared/read.ts';
import { type Assemble, type Building, Indexed, joined, keep, parse } from '../streams/events.ts';

type Block = {
  toolUse: Building | null;
  input: string;
  text: string;
  reasoning: Building | null;
  citations: unknown[];
};

/**
 * Bedrock's ConverseStream, and Nova's own stream: blocks by index, then the stop reason, then usage. An
 * event's only key is its name; clients that flatten events have it in `type`.
 */
export const assembleConverse: Assemble = ({ events }) => {
  const body: Building = {};
  const blocks = new Indexed(newBlock);
  let role: unknown = 'assistant';
  let opened = false;
  let counted = false;
  for (const event of events) {
    const delta = partOf(event, 'contentBlockDelta');
    if (delta !== null) {
      addDelta(blocks.at(delta.contentBlockIndex), obj(delta.delta));
      continue;
    }
    if (isObject(event.contentBlockStop)) continue;
    const start = partOf(event, 'contentBlockStart');
    if (start !== null) addStart(blocks.at(start.contentBlockIndex), obj(start.start));
    const opening = partOf(event, 'messageStart');
    if (opening !== null) {
      role = opening.role ?? role;
      opened = true;
    }
    keep(body, obj(partOf(event, 'messageStop')), ['stopReason', 'additionalModelResponseFields']);
    const metadata = partOf(event, 'metadata');
    if (metadata !== null) {
      keep(body, metadata, ['usage', 'metrics', 'trace', 'performanceConfig', 'serviceTier']);
      counted = true;
    }
    keep(body, event, EXTRA_FIELDS);
  }
  if (opened || blocks.size > 0) {
    body.output = { message: { role, content: blocks.inOrder().flatMap(blockOf) } };
  }
  return { body, complete: (body.stopReason !== undefined && counted) || body.error !== undefined };
};

const EXTRA_FIELDS = ['error', 'amazon-bedrock-invocationMetrics', 'amazon-bedrock-guardrailAction'] as const;

const NAMES = ['messageStart', 'contentBlockStart', 'contentBlockDelta', 'messageStop', 'metadata'] as const;

export function isConverseEvent(event: Json): boolean {
  return NAMES.some((name) => partOf(event, name) !== null);
}

function partOf(event: Json, name: (typeof NAMES)[number]): Json | null {
  const part = event.type === name ? event : event[name];
  return isObject(part) ? part : null;
}

function newBlock(): Block {
  return { toolUse: null, input: '', text: '', reasoning: null, citations: [] };
}

function addStart(block: Block, start: Json): void {
  if (isObject(start.toolUse)) block.toolUse = { ...start.toolUse };
}

function addDelta(block: Block, delta: Json): void {
  const { text, toolUse, reasoningContent, citation } = delta;
  if (typeof text === 'string') block.text += text;
  if (isObject(toolUse)) {
    block.toolUse ??= {};
    if (typeof toolUse.input === 'string') block.input += toolUse.input;
  }
  if (isObject(reasoningContent)) addReasoning(block, reasoningContent);
  if (citation !== undefined) block.citations.push(citation);
}

function addReasoning(block: Block, piece: Json): void {
  block.reasoning ??= {};
  if (typeof piece.text === 'string') block.reasoning.text = joined(block.reasoning.text, piece.text);
  keep(block.reasoning, piece, ['signature', 'redactedContent']);
}

/** Tool input that was cut off is not JSON and stays text. */
function blockOf({ toolUse, input, text, reasoning, citations }: Block): Json[] {
  if (toolUse !== null)
    return [{ toolUse: { ...toolUse, input: input === '' ? {} : (parse(input) ?? input) } }];
  if (reasoning !== null) {
    const { redactedContent, ...reasoningText } = reasoning;
    return [{ reasoningContent: redactedContent === undefined ? { reasoningText } : { redactedContent } }];
  }
  if (citations.length > 0) return [{ citationsContent: { content: [{ text }], citations } }];
  return text === '' ? [] : [{ text }];
}
