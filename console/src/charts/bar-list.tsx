import { Swatch } from './swatch.tsx';

/** Names and amounts, largest first; a click opens the rows behind one. */
type Item = {
  key: string;
  name: string;
  value: number;
  text: string;
  /** The amount in full, for a tooltip. */
  exact?: string | undefined;
  /** The colour it has in charts. */
  color?: string | undefined;
};

export function BarList({ items, onPick }: { items: readonly Item[]; onPick: (key: string) => void }) {
  const most = Math.max(...items.map(({ value }) => value), 0) || 1;
  return (
    <ul className="flex flex-col gap-1">
      {items.map(({ key, name, value, text, exact, color }) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => onPick(key)}
            className="relative flex h-7 w-full items-center justify-between gap-3 overflow-hidden rounded-sm px-2 text-left hover:bg-sunken"
          >
            <span
              aria-hidden
              style={{ width: `${(value / most) * 100}%` }}
              className="absolute inset-y-0 left-0 rounded-sm bg-accent-soft opacity-90"
            />
            <span className="relative flex min-w-0 items-center gap-1.5">
              {color === undefined ? null : <Swatch color={color} />}
              <span dir="auto" className="truncate">
                {name}
              </span>
            </span>
            <span title={exact} className="tabular relative text-ink-2">
              {text}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
