/** Between moments and what a clock in some zone shows, as the browser's date inputs have it. */

/** `2026-03-29T14:05` in that zone. */
export function localIn(ms: number, timeZone: string): string {
  const text = new Date(ms).toLocaleString('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return text.replace(' ', 'T');
}

/** The moment at which a clock in that zone shows it; null when it is no time. */
export function momentOf(local: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  // The zone's offset depends on the moment, which depends on the offset: the second guess is right,
  // except for the hour that a clock skips, where it is as good as any.
  const first = asUtc - offsetAt(asUtc, timeZone);
  return asUtc - offsetAt(first, timeZone);
}

function offsetAt(ms: number, timeZone: string): number {
  return Date.parse(`${localIn(ms, timeZone)}Z`) - Math.floor(ms / 60_000) * 60_000;
}

/** The names of zones, the viewer's own first. */
export function timeZones(): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}
