import type { Exchange, InteractionType, Warning } from '@parley/contract';

/** A JSON object of unknown shape: a parsed `request` or `response`. */
export type Json = Readonly<Record<string, unknown>>;

export type Reading = { exchange: Exchange; warnings: Warning[] };

/** A reading and the response that it was read from, which for a stream is the assembled one. */
export type ReadResponse = Reading & { response: Json };

/**
 * Reads an exchange into the fields that all upstreams share. Pure and total: it never throws on unexpected
 * input, reads what it can and leaves the rest null.
 */
export type ReadExchange = (request: Json, response: Json, type: InteractionType) => Reading;
