import type { KindOf } from './kind.ts';

const MODELS = ['gen_ai.request.model', 'gen_ai.response.model'];
/** What only a call that answers in text has; an embedding has none of these. */
const ANSWERS = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'gen_ai.response.finish_reasons',
  'gen_ai.output.messages',
  'gen_ai.completion',
  'gen_ai.completion.0.content',
];
const EVENTS: ReadonlySet<string> = new Set(['gen_ai.choice', 'gen_ai.content.completion']);

/** The first conventions had no name for the operation: a call is what has a model and an answer. */
export const unnamedKind: KindOf = ({ attributes, events }) => {
  if (!MODELS.some((name) => attributes.has(name))) return null;
  const answered =
    ANSWERS.some((name) => attributes.has(name)) || events.some(({ name }) => EVENTS.has(name));
  return answered ? 'call' : null;
};
