import type { Exchange, InteractionType, Warning } from '@parley/contract';

/** A JSON object of unknown shape: what `JSON.parse` returned for `request` or `response`. */
export type Json = Readonly<Record<string, unknown>>;

export type Reading = { exchange: Exchange; warnings: Warning[] };

/** A reading and the response it was read from: the assembled one, where a stream was sent. */
export type ReadResponse = Reading & { response: Json };

/**
 * Reads one upstream exchange into the part of the record that all upstreams share. Pure and total: it never
 * throws on odd input, reads what it can and leaves the rest null.
 */
export type ReadExchange = (request: Json, response: Json, type: InteractionType) => Reading;
