/** Shown instead of an empty chart. */
export function NoData() {
  return <p className="pt-10 text-center text-ink-3">No data in this range.</p>;
}
