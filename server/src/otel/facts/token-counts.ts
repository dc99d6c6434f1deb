export type Tokens = {
  /** Cache reads and writes included. */
  input: number | null;
  /** Reasoning included. */
  output: number | null;
  total: number | null;
  cachedInput: number | null;
  cacheWrite: number | null;
  reasoning: number | null;
};
