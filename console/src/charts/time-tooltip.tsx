type Row = { name: string; color: string; text: string };

/** Follows the pointer; what it says is in the table, too. */
export function TimeTooltip({
  x,
  width,
  title,
  rows,
}: {
  x: number;
  width: number;
  title: string;
  rows: readonly Row[];
}) {
  const side = x > width / 2 ? { right: width - x + 10 } : { left: x + 10 };
  return (
    <div
      style={side}
      className="pointer-events-none absolute top-2 z-10 min-w-36 rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-lg"
    >
      <p className="mb-1 font-medium">{title}</p>
      {rows.map(({ name, color, text }) => (
        <p key={name} className="flex items-center justify-between gap-4">
          <span className="flex items-center gap-1.5 text-ink-2">
            <span style={{ background: color }} className="size-2 rounded-sm" />
            <span className="max-w-48 truncate">{name}</span>
          </span>
          <span className="tabular">{text}</span>
        </p>
      ))}
    </div>
  );
}
