import type { Span } from '../telemetry.ts';

/** One of these is there, in every dialect, where content is recorded at all. */
const CONTENT = [
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.prompt',
  'gen_ai.completion',
  'gen_ai.prompt.0.content',
  'gen_ai.completion.0.content',
  'ai.prompt.messages',
  'ai.response.text',
  'ai.response.object',
  'llm.input_messages.0.message.role',
  'llm.output_messages.0.message.role',
  'input.value',
  'output.value',
  'langfuse.observation.input',
  'langfuse.observation.output',
  'embedding.embeddings.0.embedding.text',
  'reranker.query',
  'reranker.input_documents.0.document.content',
  'ai.values',
  'ai.documents',
  'request_data',
  'events',
];

/** Whether a span says what was said, and not only how much. */
export function hasContent({ attributes, events }: Span): boolean {
  return (
    CONTENT.some((name) => attributes.has(name)) || events.some(({ name }) => name.startsWith('gen_ai.'))
  );
}
