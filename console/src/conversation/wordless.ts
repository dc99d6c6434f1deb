import type { WORDLESS_TYPES } from '@parley/contract';

type Wordless = (typeof WORDLESS_TYPES)[number];

/** Complete, or this does not compile; importing the contract's list would bring its schemas along. */
const WORDLESS = { embedding: true, rerank: true } satisfies Record<Wordless, true>;

/** Types without a conversation: embeddings and rankings. */
export function isWordless(type: string): type is Wordless {
  return Object.hasOwn(WORDLESS, type);
}
