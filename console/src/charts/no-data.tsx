/** Instead of a chart that would have nothing but axes. */
export function NoData() {
  return <p className="pt-10 text-center text-ink-3">No data in this range.</p>;
}
