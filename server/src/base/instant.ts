/** Milliseconds as an API time. */
export function instant(time: number): string {
  return new Date(time).toISOString();
}

export function instantOrNull(time: number | null): string | null {
  return time === null ? null : instant(time);
}
