import type { Json, Reading } from '../format.ts';

/** Reads the two bodies of one model family; the envelope around them is bedrock.ts's. */
export type ReadFamily = (request: Json, response: Json) => Reading;
