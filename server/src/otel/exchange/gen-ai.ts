import type { Message } from '@parley/contract';
import { jsonText } from '../../formats/shared/json-text.ts';
import { isObject, list, name } from '../../formats/shared/read.ts';
import { firstText } from '../attributes.ts';
import type { Call } from '../telemetry.ts';
import { type CallContent, type ReadContent, structured } from './call-content.ts';
import { addConventionMessages, partsOf } from './convention-parts.ts';

/** The current GenAI conventions. The names of models and ids are those of older versions, too. */
export const readGenAi: ReadContent = (call) => {
  const { attributes } = call;
  const output = structured(attributes.get('gen_ai.output.messages'));
  const said: CallContent = {
    requestedModel: firstText(attributes, ['gen_ai.request.model']),
    model: firstText(attributes, ['gen_ai.response.model']),
    upstreamId: firstText(attributes, ['gen_ai.response.id']),
    finish: finishIn(call) ?? finishOfFirst(output),
  };
  const input = readInput(call);
  if (input.length > 0) said.input = input;
  if (output !== undefined) said.output = readOutput(output);
  return said;
};

function readInput({ attributes }: Call): Message[] {
  const system = partsOf(structured(attributes.get('gen_ai.system_instructions')));
  const messages: Message[] = [];
  addConventionMessages(messages, structured(attributes.get('gen_ai.input.messages')));
  const [first] = messages;
  // Some libraries send the instructions in both places.
  const told = first?.role === 'system' && jsonText(first.content) === jsonText(system);
  return system.length === 0 || told ? messages : [{ role: 'system', content: system }, ...messages];
}

/** One message for each choice. Its role is always the assistant's. */
function readOutput(value: unknown): Message[] {
  const output: Message[] = [];
  for (const choice of list(value)) {
    const turns: Message[] = [];
    addConventionMessages(turns, [choice]);
    output.push({ role: 'assistant', content: turns.flatMap(({ content }) => content) });
  }
  return output;
}

function finishIn({ attributes }: Call): string | null {
  const [first] = list(structured(attributes.get('gen_ai.response.finish_reasons')));
  return name(first);
}

function finishOfFirst(output: unknown): string | null {
  const [first] = list(output);
  return isObject(first) ? name(first.finish_reason) : null;
}
