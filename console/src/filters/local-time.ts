/** Conversion between instants and local times of a zone, in the form of the browser's date inputs. */

/** The local time in the zone, such as `2026-03-29T14:05`. */
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

/** The instant of a local time in the zone; null when it is not a valid time. */
export function momentOf(local: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  // The offset depends on the instant, which depends on the offset: the second guess is right, except for an
  // hour that clocks skip, where any answer will do.
  const first = asUtc - offsetAt(asUtc, timeZone);
  return asUtc - offsetAt(first, timeZone);
}

function offsetAt(ms: number, timeZone: string): number {
  return Date.parse(`${localIn(ms, timeZone)}Z`) - Math.floor(ms / 60_000) * 60_000;
}

/** Names of time zones, the viewer's own first. */
export function timeZones(): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}
