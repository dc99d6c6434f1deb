/** Names and amounts, the largest first; a click leads to what is behind one. */
type Item = { key: string; name: string; value: number; text: string; color?: string };

export function BarList({ items, onPick }: { items: readonly Item[]; onPick: (key: string) => void }) {
  const most = Math.max(...items.map(({ value }) => value), 0) || 1;
  return (
    <ul className="flex flex-col gap-1">
      {items.map(({ key, name, value, text, color = 'var(--color-accent-soft)' }) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => onPick(key)}
            className="relative flex h-7 w-full items-center justify-between gap-3 overflow-hidden rounded-sm px-2 text-left hover:bg-sunken"
          >
            <span
              aria-hidden
              style={{ width: `${(value / most) * 100}%`, background: color }}
              className="absolute inset-y-0 left-0 rounded-sm opacity-90"
            />
            <span className="relative truncate">{name}</span>
            <span className="tabular relative text-ink-2">{text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
