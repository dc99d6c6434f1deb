import type { Exchange, Written } from '../exchange.ts';

/** How to write sample exchanges in a provider's format. */
export type SampleFormat = {
  write: (exchange: Exchange) => Written;
  /** Bodies of upstream errors. */
  errors: readonly [object, ...object[]];
  /** Whether the provider caches prompts. */
  caches?: true;
  /** Whether conversations have no tools: the model searches on its own, or does not support any. */
  withoutTools?: true;
};
