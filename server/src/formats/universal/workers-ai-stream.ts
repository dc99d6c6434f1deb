import { arr } from '../shared/read.ts';
import { type Assemble, type Building, joined, keep } from '../streams/events.ts';

/** Cloudflare's Workers AI: pieces of text; the last one has the token counts. */
export const assembleWorkersAi: Assemble = ({ events, done }) => {
  const body: Building = { response: '' };
  for (const event of events) {
    body.response = joined(body.response, event.response);
    if (arr(event.tool_calls).length > 0) body.tool_calls = event.tool_calls;
    keep(body, event, ['usage', 'error']);
  }
  return { body, complete: done || body.usage !== undefined || body.error !== undefined };
};
