/** The size at which a map that should hold `most` entries is evicted: 2 % above. */
export function withSlack(most: number): number {
  return most + Math.floor(most / 50);
}

/**
 * Evicts the oldest entries until the map has at most `most`, once it is 2 % above. A Map steps over the
 * slots of entries deleted from its front, so evicting them one at a time is quadratic.
 */
export function evictOldest(map: Map<string, unknown>, most: number): void {
  if (map.size <= withSlack(most)) return;
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
