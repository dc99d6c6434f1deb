/** Random numbers that depend only on the seed. */
export type Random = ReturnType<typeof randomNumbers>;

/** mulberry32 */
export function randomNumbers(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(values: readonly T[]): T {
      const picked = values[below(values.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
    shuffled<T>(values: readonly T[]): T[] {
      const result = [...values];
      for (let i = result.length - 1; i > 0; i--) {
        const j = below(i + 1);
        const [a, b] = [result[i], result[j]];
        if (a !== undefined && b !== undefined) [result[i], result[j]] = [b, a];
      }
      return result;
    },
  };
}
