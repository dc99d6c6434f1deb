import type { Json, ReadExchange } from './format.ts';
import type { Assemble } from './streams/events.ts';

/** What the server knows of a format: how to read its exchanges, and its streams where they are its own. */
export type FormatReader = {
  read: ReadExchange;
  /** The assembler for a stream with this event; null when the event is not of this format. */
  assemblerOf?: (event: Json) => Assemble | null;
  /** Milliseconds that the upstream says the call took. */
  latencyMs?: (response: Json) => number | null;
};
