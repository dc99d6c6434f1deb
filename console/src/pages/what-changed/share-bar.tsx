/** A share of the change: to the right what moved the figure the same way, in grey what moved it back. */
export function ShareBar({ share }: { share: number | null }) {
  const width = Math.min(1, Math.abs(share ?? 0));
  return (
    <span aria-hidden className="block h-1.5 w-full overflow-hidden rounded-full bg-sunken">
      <span
        style={{ width: `${width * 100}%` }}
        className={`block h-full rounded-full ${(share ?? 0) < 0 ? 'bg-ink-3' : 'bg-accent'}`}
      />
    </span>
  );
}
