/** A time in milliseconds as the store reads it in an array, in UTC. */
export function clockTime(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, -1);
}
