/** Progress of a long run on standard error; standard output is for the result. */
export function progress(text: string): void {
  console.error(`[${new Date().toISOString().slice(11, 19)}] ${text}`);
}
