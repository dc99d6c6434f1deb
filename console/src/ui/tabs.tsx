import type { ReactNode } from 'react';

type Props<T extends string> = {
  label: string;
  tabs: readonly (readonly [T, string])[];
  chosen: T;
  onChoose: (tab: T) => void;
  children: ReactNode;
};

/** Tabs with the panel of the chosen one. Arrow keys move between them. */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose, children }: Props<T>) {
  const id = `tab-${label.replaceAll(/\W+/g, '-')}`;
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className="flex gap-1 border-b border-line"
        onKeyDown={(event) => {
          const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
          const at = tabs.findIndex(([name]) => name === chosen);
          const next = tabs[(at + step + tabs.length) % tabs.length];
          if (step === 0 || !next) return;
          onChoose(next[0]);
          document.getElementById(`${id}-${next[0]}`)?.focus();
        }}
      >
        {tabs.map(([name, text]) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            className="-mb-px whitespace-nowrap border-b-2 border-transparent px-2 py-2 sm:px-3 text-ink-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
