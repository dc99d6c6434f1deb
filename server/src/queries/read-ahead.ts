/** Asks for the next item while the one before is being worked on, and never for more than that one. */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  const ask = () => {
    const asked = items.next();
    // A failure is met when its turn comes; nobody may be left to meet it.
    asked.catch(() => {});
    return asked;
  };
  let next = ask();
  try {
    for (;;) {
      const item = await next;
      if (item.done) return;
      next = ask();
      yield item.value;
    }
  } finally {
    await items.return?.();
  }
}
