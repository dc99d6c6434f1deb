/** What became of one attempt. */
export type Outcome =
  | { kind: 'delivered'; status: number | null; answer: string }
  | { kind: 'failed'; status: number | null; answer: string; retryAfterMs: number | null }
  /** The receiver wants no messages any more. */
  | { kind: 'gone'; status: number; answer: string; retryAfterMs: number | null };
