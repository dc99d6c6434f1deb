/**
 * The global `fetch` without Parley's patches. Looked up at every call, because tests and tools replace it.
 */
type Fetch = typeof globalThis.fetch;

/** The function that each patch replaced. */
const originals = new WeakMap<Fetch, Fetch>();

export function unpatched(): Fetch {
  let found = globalThis.fetch;
  for (let original = originals.get(found); original; original = originals.get(found)) found = original;
  return found;
}

const undone = new WeakSet<Fetch>();

/**
 * Returns a function that undoes the patch; patches can be undone in any order. A patch that something else
 * has wrapped stays in place and passes calls through.
 */
export function patch(make: (original: Fetch) => Fetch): () => void {
  const original = globalThis.fetch;
  const recording = make(original);
  const patched: Fetch = (input, init) => (undone.has(patched) ? original : recording)(input, init);
  originals.set(patched, original);
  globalThis.fetch = patched;
  return () => {
    undone.add(patched);
    while (undone.has(globalThis.fetch)) globalThis.fetch = originals.get(globalThis.fetch) as Fetch;
  };
}
