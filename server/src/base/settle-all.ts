/**
 * Does something with each of them, one after the other, also with those behind one that it fails for. Then it fails as
 * the first of those did, and says of how many. It stops when it has failed for `most` of them: then it is not theirs.
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
