/**
 * Runs `work` on each item in order, also after one fails, then throws the first failure with a count. Gives
 * up after `most` failures: the cause is then not in the items.
 */
export async function settleAll<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const failures: unknown[] = [];
  let count = 0;
  for (const item of items) {
    count++;
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
      if (failures.length >= most) break;
    }
  }
  const [first] = failures;
  if (failures.length === 0) return;
  if (count === 1) throw first;
  const message = first instanceof Error ? first.message : String(first);
  throw new AggregateError(failures, `${failures.length} of ${count} failed: ${message}`);
}
