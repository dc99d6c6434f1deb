/** A period in words: 9 Nov 2026, 14:00 – 10 Nov 2026, 14:00; whole days without the time. */
export function periodText({ from, to }: { from: string; to: string }, timeZone: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  const time = (date: Date) =>
    date.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const day = (date: Date) => date.toLocaleDateString('en-GB', { timeZone, day: 'numeric', month: 'short' });
  const isWhole = time(start) === '00:00' && time(end) === '00:00';
  if (isWhole) {
    // The end is exclusive: the last day is the one before it.
    const last = day(new Date(end.getTime() - 1));
    return last === day(start) ? last : `${day(start)} – ${last}`;
  }
  if (day(start) === day(end)) return `${day(start)}, ${time(start)} – ${time(end)}`;
  return `${day(start)}, ${time(start)} – ${day(end)}, ${time(end)}`;
}
