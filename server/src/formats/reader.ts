import type { Json, ReadExchange } from './format.ts';
import type { Assemble } from './streams/events.ts';

/**
 * The server's part of a format: how to read its exchanges, and its streams where they are specific to it.
 */
export type FormatReader = {
  read: ReadExchange;
  /** The assembler for a stream with this event; null when the event is not from this format. */
  assemblerOf?: (event: Json) => Assemble | null;
  /** Duration of the call in milliseconds, as the upstream reports it. */
  latencyMs?: (response: Json) => number | null;
};
