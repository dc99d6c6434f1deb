/** What became of one attempt. */
export type Outcome =
  | { kind: 'delivered'; status: number | null; answer: string }
  | { kind: 'failed'; status: number | null; answer: string; retryAfterMs: number | null }
  /** The receiver wants no messages any more. */
  | { kind: 'gone'; status: number; answer: string }
  /** It was not tried, and another attempt would be no better. */
  | { kind: 'refused'; status: null; answer: string };

export function failed(answer: string): Outcome {
  return { kind: 'failed', status: null, answer, retryAfterMs: null };
}
