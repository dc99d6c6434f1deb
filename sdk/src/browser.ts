/** Feedback from a page. It has no dependencies and needs no build. */
export type Feedback = {
  /** Parley's address. */
  url: string;
  /** What your server made with `parley.feedbackToken`. */
  token: string;
  name: string;
  /** `null` takes it back. */
  value: number | boolean | string | null;
  comment?: string | undefined;
};

/** Sends a score, also while the page is being left. Resolves to whether Parley has it; never rejects. */
export async function sendFeedback({ url, ...feedback }: Feedback): Promise<boolean> {
  try {
    // A text needs no preflight.
    const init = { method: 'POST', body: JSON.stringify(feedback), keepalive: true };
    return (await fetch(`${url.replace(/\/+$/, '')}/v1/feedback`, init)).ok;
  } catch {
    return false;
  }
}
