import type { Exchange, Written } from '../exchange.ts';

/** How a provider's sample exchanges look. */
export type SampleFormat = {
  write: (exchange: Exchange) => Written;
  /** Bodies of upstream errors. */
  errors: readonly [object, ...object[]];
  /** Whether the provider caches prompts. */
  caches?: true;
  /** Whether conversations go without tools: the model searches by itself, or has none. */
  withoutTools?: true;
};
