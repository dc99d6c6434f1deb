/** Fetches the next item, and only that one, while the consumer works on the current one. */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  const ask = () => {
    const asked = items.next();
    // A failure is thrown when its item is awaited; a consumer that stopped early never awaits it.
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
