import { DIALECTS } from '../dialects/dialects.ts';
import type { Span } from '../telemetry.ts';

const CONTENT = DIALECTS.flatMap(({ content }) => content ?? []);

/** Whether a span carries prompts or answers, not only numbers. */
export function hasContent({ attributes, events }: Span): boolean {
  return (
    CONTENT.some((name) => attributes.has(name)) || events.some(({ name }) => name.startsWith('gen_ai.'))
  );
}
