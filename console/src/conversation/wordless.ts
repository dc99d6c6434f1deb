import type { WORDLESS_TYPES } from '@parley/contract';

type Wordless = (typeof WORDLESS_TYPES)[number];

/** All of them, or this does not compile; the contract itself would bring its checks along. */
const WORDLESS = { embedding: true, rerank: true } satisfies Record<Wordless, true>;

/** What is no part of a conversation: embeddings and rankings. */
export function isWordless(type: string): type is Wordless {
  return Object.hasOwn(WORDLESS, type);
}
