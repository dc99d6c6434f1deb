import { Swatch } from './swatch.tsx';

type Props = {
  items: readonly { name: string; color: string }[];
  /** The series that is shown alone. */
  alone: string | null;
  onAlone: (name: string | null) => void;
};

/** The legend; a click shows one series alone, a second click shows all again. */
export function Legend({ items, alone, onAlone }: Props) {
  return (
    <ul className="-mx-1.5 flex flex-wrap gap-x-1 gap-y-0.5 pt-2 text-sm text-ink-2">
      {items.map(({ name, color }) => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            aria-pressed={alone === name}
            title={alone === name ? 'Show all' : `Show only ${name}`}
            onClick={() => onAlone(alone === name ? null : name)}
            className={`flex max-w-full items-center gap-1.5 rounded-sm px-1.5 py-0.5 hover:bg-sunken hover:text-ink ${alone === name ? 'font-medium text-ink' : ''} ${alone !== null && alone !== name ? 'text-ink-3' : ''}`}
          >
            <Swatch color={alone === null || alone === name ? color : 'var(--color-line-strong)'} />
            <span dir="auto" className="max-w-52 truncate">
              {name}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
