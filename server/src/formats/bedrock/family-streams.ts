import { arr, isObject } from '../shared/read.ts';
import { type Assemble, type Building, Indexed, joined, keep } from '../streams/events.ts';

/*
 * Bedrock's model families with stream chunks of their own shape. The others (Claude, Command, Jamba, Nova)
 * stream the events of their vendor's API.
 */

const EXTRA_FIELDS = ['amazon-bedrock-invocationMetrics', 'amazon-bedrock-guardrailAction', 'error'] as const;

/** Meta Llama: the first chunk has the prompt tokens, every chunk the output tokens so far. */
export const assembleLlama: Assemble = ({ events }) => {
  const body: Building = { generation: '' };
  for (const event of events) {
    body.generation = joined(body.generation, event.generation);
    keep(body, event, ['prompt_token_count', 'generation_token_count', 'stop_reason', ...EXTRA_FIELDS]);
  }
  return { body, complete: body.stop_reason !== undefined || body.error !== undefined };
};

/** Amazon Titan: a running total of output tokens, under another name than in unstreamed responses. */
export const assembleTitan: Assemble = ({ events }) => {
  const body: Building = {};
  const result: Building = { outputText: '' };
  for (const event of events) {
    result.outputText = joined(result.outputText, event.outputText);
    keep(result, event, ['completionReason']);
    if (typeof event.totalOutputTextTokenCount === 'number')
      result.tokenCount = event.totalOutputTextTokenCount;
    keep(body, event, ['inputTextTokenCount', ...EXTRA_FIELDS]);
  }
  body.results = [result];
  return { body, complete: result.completionReason !== undefined || body.error !== undefined };
};

/** Mistral's older models: pieces of each output. */
export const assembleMistral: Assemble = ({ events }) => {
  const body: Building = {};
  const outputs = new Indexed<Building>(() => ({ text: '' }));
  for (const event of events) {
    for (const [index, piece] of arr(event.outputs).entries()) {
      if (!isObject(piece)) continue;
      const output = outputs.at(index);
      output.text = joined(output.text, piece.text);
      keep(output, piece, ['stop_reason']);
    }
    keep(body, event, EXTRA_FIELDS);
  }
  const all = outputs.inOrder();
  body.outputs = all;
  const ended = all.length > 0 && all.every(({ stop_reason }) => stop_reason !== undefined);
  return { body, complete: ended || body.error !== undefined };
};
