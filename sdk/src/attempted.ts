/**
 * Runs `make` now and returns a function that later returns its result or throws its error. The caller is
 * never interrupted.
 */
export function attempted<T>(make: () => T): () => T {
  try {
    const made = make();
    return () => made;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
