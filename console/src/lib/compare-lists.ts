/** Diff of two lists. */
export type Compared<T> = { kind: 'same' | 'added' | 'removed'; item: T };

/** Maximum number of comparisons; beyond it, everything between the common ends counts as changed. */
const MAX_COMPARISONS = 4_000_000;

/** The shortest edit from `before` to `after`. Items are equal if their keys are. */
export function compareLists<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
): Compared<T>[] {
  const [old, now] = [before.map(keyOf), after.map(keyOf)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let tail = 0;
  const most = Math.min(old.length, now.length) - start;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const [oldEnd, nowEnd] = [old.length - tail, now.length - tail];
  const lengths = commonLengths(old.slice(start, oldEnd), now.slice(start, nowEnd));

  const steps = after.slice(0, start).map((item): Compared<T> => ({ kind: 'same', item }));
  let [i, j] = [start, start];
  while (i < oldEnd || j < nowEnd) {
    const isSame = i < oldEnd && j < nowEnd && lengths !== null && old[i] === now[j];
    const [without, within] = [lengths?.[i - start + 1]?.[j - start], lengths?.[i - start]?.[j - start + 1]];
    const removes = i < oldEnd && (j >= nowEnd || (without ?? 0) >= (within ?? 0));
    const item = removes && !isSame ? before[i] : after[j];
    if (item !== undefined) steps.push({ kind: isSame ? 'same' : removes ? 'removed' : 'added', item });
    if (isSame || removes) i++;
    if (isSame || !removes) j++;
  }
  for (const item of after.slice(nowEnd)) steps.push({ kind: 'same', item });
  return steps;
}

/** The table of longest common subsequences; null if the lists are too long. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array[] | null {
  if (old.length * now.length > MAX_COMPARISONS) return null;
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    const [row, below] = [lengths[i], lengths[i + 1]];
    if (!row || !below) continue;
    for (let j = now.length - 1; j >= 0; j--) {
      row[j] = old[i] === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
