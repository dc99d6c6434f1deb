import type { Json, Reading } from '../format.ts';

/** Reads the bodies of one model family. `bedrock.ts` reads the envelope around them. */
export type ReadFamily = (request: Json, response: Json) => Reading;
