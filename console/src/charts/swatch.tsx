/** The colour of a name in charts, shown beside it. */
export function Swatch({ color }: { color: string }) {
  return (
    <span aria-hidden style={{ background: color }} className="inline-block size-2 shrink-0 rounded-sm" />
  );
}
