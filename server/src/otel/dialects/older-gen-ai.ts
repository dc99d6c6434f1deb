/** The GenAI conventions up to 1.36, which had no name for the operation, and an event for every message. */
import type { Dialect } from './dialect.ts';
import { partOfSpan } from './gen-ai.ts';

const MODELS = ['gen_ai.request.model', 'gen_ai.response.model'];
/** Attributes that only calls which answer in text have; embeddings have none of them. */
const ANSWERS = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'gen_ai.response.finish_reasons',
  'gen_ai.output.messages',
  'gen_ai.completion',
  'gen_ai.completion.0.content',
];
const ANSWER_EVENTS: ReadonlySet<string> = new Set(['gen_ai.choice', 'gen_ai.content.completion']);

const MESSAGE_EVENTS: ReadonlySet<string> = new Set([
  'gen_ai.system.message',
  'gen_ai.user.message',
  'gen_ai.assistant.message',
  'gen_ai.tool.message',
  'gen_ai.choice',
  'gen_ai.content.prompt',
  'gen_ai.content.completion',
]);

export const olderGenAi: Dialect = {
  kind: ({ attributes, events }) => {
    if (!MODELS.some((name) => attributes.has(name))) return null;
    const answered =
      ANSWERS.some((name) => attributes.has(name)) || events.some(({ name }) => ANSWER_EVENTS.has(name));
    return answered ? 'call' : null;
  },
  logKind: (log) => (MESSAGE_EVENTS.has(log.name) ? partOfSpan(log) : null),
  content: ['gen_ai.prompt', 'gen_ai.completion'],
};
