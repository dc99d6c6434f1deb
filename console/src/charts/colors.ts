/** The colours of series. The others, whoever they are, are grey. */
const COLORS = [
  'var(--color-c1)',
  'var(--color-c2)',
  'var(--color-c3)',
  'var(--color-c4)',
  'var(--color-c5)',
  'var(--color-c6)',
  'var(--color-c7)',
  'var(--color-c8)',
  'var(--color-c9)',
  'var(--color-c10)',
];
export const OTHERS_COLOR = 'var(--color-others)';

/** These mean something by themselves. */
const MEANT: Readonly<Record<string, string>> = {
  ok: 'var(--color-c1)',
  error: 'var(--color-bad)',
  blocked: 'var(--color-c3)',
};

/** The same name has the same colour in all charts that share the list of names. */
export function colorOf(name: string, names: readonly string[]): string {
  const rank = Math.max(0, names.indexOf(name));
  return MEANT[name] ?? COLORS[rank % COLORS.length] ?? OTHERS_COLOR;
}

/** From light to dark, for what has an order: percentiles, for instance. */
export const RAMP = [
  'color-mix(in oklab, var(--color-c1) 50%, var(--color-surface))',
  'var(--color-c1)',
  'color-mix(in oklab, var(--color-c1) 45%, var(--color-ink))',
] as const;
