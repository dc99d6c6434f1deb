/** The global `fetch` as it is without us. Looked up at every call: tests and tools replace it. */
type Fetch = typeof globalThis.fetch;

/** What each patch of ours stands in front of. */
const originals = new WeakMap<Fetch, Fetch>();

export function unpatched(): Fetch {
  let found = globalThis.fetch;
  for (let original = originals.get(found); original; original = originals.get(found)) found = original;
  return found;
}

/** Returns how to undo it. Where somebody has put another one in front of it, it stays there, and does nothing. */
export function patch(make: (original: Fetch) => Fetch): () => void {
  const original = globalThis.fetch;
  let listening: Fetch | null = make(original);
  const patched: Fetch = (input, init) => (listening ?? original)(input, init);
  originals.set(patched, original);
  globalThis.fetch = patched;
  return () => {
    listening = null;
    if (globalThis.fetch === patched) globalThis.fetch = original;
  };
}
