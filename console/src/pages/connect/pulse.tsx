/** A dot that beats while something is awaited. */
export function Pulse({ calm }: { calm: boolean }) {
  return (
    <span aria-hidden className="relative mt-1 flex size-2.5 shrink-0">
      {calm ? null : <span className="absolute inset-0 animate-ping rounded-full bg-accent opacity-60" />}
      <span className={`relative size-2.5 rounded-full ${calm ? 'bg-warn' : 'bg-accent'}`} />
    </span>
  );
}
