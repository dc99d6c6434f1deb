/** Does it now, and says later what came of it: an exception, too, reaches who asks, and not who goes on. */
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
