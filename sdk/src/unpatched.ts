/** The global `fetch` as it is without us. Looked up at every call: tests and tools replace it. */
type Fetch = typeof globalThis.fetch;

/** What each patch of ours stands in front of. */
const originals = new WeakMap<Fetch, Fetch>();

export function unpatched(): Fetch {
  let found = globalThis.fetch;
  for (let original = originals.get(found); original; original = originals.get(found)) found = original;
  return found;
}

/** Returns how to undo it. */
export function patch(make: (original: Fetch) => Fetch): () => void {
  const original = globalThis.fetch;
  const patched = make(original);
  originals.set(patched, original);
  globalThis.fetch = patched;
  return () => {
    if (globalThis.fetch === patched) globalThis.fetch = original;
  };
}
