/** The colours of series, in the order of their rank; the others are grey. */
export const SERIES_COLORS = [
  'var(--color-c1)',
  'var(--color-c2)',
  'var(--color-c3)',
  'var(--color-c4)',
  'var(--color-c5)',
  'var(--color-c6)',
  'var(--color-c7)',
] as const;
export const OTHERS_COLOR = 'var(--color-c8)';

const OUTCOMES: Record<string, string> = {
  ok: 'var(--color-c1)',
  error: 'var(--color-bad)',
  blocked: 'var(--color-c3)',
};

export function colorOf(name: string, rank: number, others = false): string {
  if (others) return OTHERS_COLOR;
  return OUTCOMES[name] ?? SERIES_COLORS[rank % SERIES_COLORS.length] ?? OTHERS_COLOR;
}
