/** The global `fetch` as it is without us. Looked up at every call: tests and tools replace it. */
type Fetch = typeof globalThis.fetch;

/** What each patch of ours stands in front of. */
const originals = new WeakMap<Fetch, Fetch>();

export function unpatched(): Fetch {
  let found = globalThis.fetch;
  for (let original = originals.get(found); original; original = originals.get(found)) found = original;
  return found;
}

/** Patches that were undone. */
const undone = new WeakSet<Fetch>();

/**
 * Returns how to undo it, in any order. Where somebody has put another one in front of it, it stays there, and does
 * nothing.
 */
export function patch(make: (original: Fetch) => Fetch): () => void {
  const original = globalThis.fetch;
  const listening = make(original);
  const patched: Fetch = (input, init) => (undone.has(patched) ? original : listening)(input, init);
  originals.set(patched, original);
  globalThis.fetch = patched;
  return () => {
    undone.add(patched);
    while (undone.has(globalThis.fetch)) globalThis.fetch = originals.get(globalThis.fetch) as Fetch;
  };
}
