/** What a long run is at, on standard error: the result alone is for standard output. */
export function progress(text: string): void {
  console.error(`[${new Date().toISOString().slice(11, 19)}] ${text}`);
}
