/** The colours of series. The rest, which is grouped as "Others", is grey. */
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

/** Values with a fixed colour, since it has a meaning. */
const MEANT: Readonly<Record<string, string>> = {
  ok: 'var(--color-c1)',
  error: 'var(--color-bad)',
  blocked: 'var(--color-c2)',
};

/** The colour by the position of a name in an append-only list, so that a name keeps its colour. */
export function colorOf(name: string, order: readonly string[]): string {
  const place = order.indexOf(name);
  return MEANT[name] ?? COLORS[(place === -1 ? order.length : place) % COLORS.length] ?? OTHERS_COLOR;
}

/**
 * Colours for names without such a list: by a hash of the name. On a collision, the name that is later in the
 * alphabet takes the next free colour, so that few colours depend on which other names are shown.
 */
export function orderByLetters(names: readonly string[]): string[] {
  const order: string[] = [];
  for (const name of names.toSorted()) {
    let place = hash(name) % COLORS.length;
    for (let tried = 0; order[place] !== undefined && tried < COLORS.length; tried++)
      place = (place + 1) % COLORS.length;
    order[order[place] === undefined ? place : order.length] = name;
  }
  return order;
}

/** FNV-1a hash. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}

/** From light to dark, for ordered series such as percentiles. */
export const RAMP = [
  'color-mix(in oklab, var(--color-c1) 60%, var(--color-surface))',
  'var(--color-c1)',
  'color-mix(in oklab, var(--color-c1) 45%, var(--color-ink))',
] as const;
