/** How many more than it should keep a map may have: a fiftieth. */
export function withSlack(most: number): number {
  return most + Math.floor(most / 50);
}

/**
 * Forgets what was put into a map first, until it has no more than so many. That is done once it has a fiftieth more: a
 * map walks over the places of what was removed from its beginning, so that removing one by one takes longer and longer.
 */
export function evictOldest(map: Map<string, unknown>, most: number): void {
  if (map.size <= withSlack(most)) return;
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
