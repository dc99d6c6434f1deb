import type { Exchange, InteractionType, Warning } from '@parley/contract';

/** A JSON object of unknown shape: what `JSON.parse` gave for `request` or `response`. */
export type Json = Readonly<Record<string, unknown>>;

export type Reading = { exchange: Exchange; warnings: Warning[] };

/** A reading, and the response that was read: what a stream added up to, where one was sent. */
export type ReadResponse = Reading & { response: Json };

/**
 * Reads one upstream exchange into the part of the record that every upstream shares. A format is pure
 * and total: it never throws on odd input, it reads what it can and leaves the rest null.
 */
export type ReadExchange = (request: Json, response: Json, type: InteractionType) => Reading;
