import type { Format, Warning } from '@parley/contract';
import { unwrap } from '../bedrock/stream-events.ts';
import type { Json } from '../format.ts';
import { warning } from '../shared/warnings.ts';
import { chooseAssembler } from './choose.ts';
import type { Assembled, Events } from './events.ts';
import { eventsIn, splitStream } from './split.ts';

/** The assembled response, and whether the stream had no events. */
export type FromStream = { response: Json; warnings: Warning[]; empty: boolean };

/**
 * Assembles a streamed response. The shape of the events selects the assembler, so that a proxy's dialect
 * works, too. Fields beside the stream (a request id, headers) are kept beside the response.
 */
export function assembleStream(format: Format, request: Json, sent: Json): FromStream {
  const { stream, chunks, ...beside } = sent;
  const found =
    typeof stream === 'string'
      ? splitStream(stream)
      : eventsIn(Array.isArray(stream) ? stream : listOf(chunks));
  const invoked = format === 'bedrock' && request.body !== undefined;
  if (format === 'bedrock') found.events = found.events.map(unwrap);
  const { body, complete } = assemble(found, request);
  const path = stream === undefined ? 'response.chunks' : 'response.stream';
  return {
    response: invoked ? { ...beside, body } : { ...beside, ...body },
    warnings: complete
      ? []
      : [
          warning(
            path,
            'stream_ended_early',
            'The stream ended before its last event; what had come was read.',
          ),
        ],
    empty: found.events.length === 0,
  };
}

/**
 * When no format claims an event, the last event is the body: an error, or a whole response sent as a stream.
 */
function assemble(found: Events, request: Json): Assembled {
  const { events } = found;
  const chosen = chooseAssembler(events);
  if (chosen !== null) return chosen(found, request);
  const body = events.at(-1) ?? {};
  return { body, complete: events.length === 1 || body.error !== undefined };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
