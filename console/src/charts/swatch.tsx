/** The colour that something has in charts, beside its name. */
export function Swatch({ color }: { color: string }) {
  return (
    <span aria-hidden style={{ background: color }} className="inline-block size-2 shrink-0 rounded-sm" />
  );
}
