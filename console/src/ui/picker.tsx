import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type PickerOption = {
  id: string;
  title: string;
  detail?: string | undefined;
  icon: IconName;
  /** Marks the current option. */
  current?: boolean | undefined;
};
export type PickerGroup<O extends PickerOption> = { title: string; options: readonly O[] };

type Props<O extends PickerOption> = {
  /** The accessible name of the field and the list. */
  label: string;
  placeholder: string;
  words: string;
  onWords: (words: string) => void;
  groups: readonly PickerGroup<O>[];
  onPick: (option: O) => void;
  /** Shown if nothing matches. */
  none: ReactNode;
  /** Classes of the list. */
  className?: string;
};

/** A combobox: the focus stays in the field, and the arrow keys move through the list. */
export function Picker<O extends PickerOption>(props: Props<O>) {
  const { label, placeholder, words, onWords, groups, onPick, none, className = '' } = props;
  const id = useId();
  const options = groups.flatMap((group) => group.options);
  const [pointed, setPointed] = useState<string | null>(null);
  // Options that arrive later do not change the active one.
  const at = Math.max(
    0,
    options.findIndex((option) => option.id === pointed),
  );
  const active = options[at];
  // By index, since ids of options may contain spaces.
  const domId = (option: O) => `${id}-${options.indexOf(option)}`;
  const activeId = active && domId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const last = options.length - 1;
      // A single step wraps around; a long one stops at the end.
      const wrapped = Math.abs(next - at) > 1 ? Math.min(last, Math.max(0, next)) : next > last ? 0 : next;
      setPointed(options.at(wrapped)?.id ?? null);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      onPick(active);
    }
  };
  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2.5 border-b border-line px-3 text-ink-3">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: the box opened for it.
          autoFocus
          placeholder={placeholder}
          value={words}
          onChange={(event) => {
            onWords(event.target.value);
            setPointed(null);
          }}
          onKeyDown={onKeyDown}
          className="h-11 w-full min-w-0 bg-transparent text-ink outline-none"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className={`min-h-0 overflow-y-auto p-1.5 ${options.length === 0 ? 'hidden' : ''} ${className}`}
      >
        {groups.map((group) =>
          group.options.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox.
            <div key={group.title} role="group" aria-label={group.title} className="pb-1 last:pb-0">
              <div aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-3">
                {group.title}
              </div>
              {group.options.map((option) => (
                <Option
                  key={option.id}
                  id={domId(option)}
                  option={option}
                  active={option === active}
                  onPoint={() => setPointed(option.id)}
                  onPick={() => onPick(option)}
                />
              ))}
            </div>
          ),
        )}
      </div>
      <p role="status" className={options.length === 0 ? 'px-4 py-6 text-center text-ink-3' : 'sr-only'}>
        {options.length === 0 ? none : null}
      </p>
    </div>
  );
}

type OptionProps = {
  id: string;
  option: PickerOption;
  active: boolean;
  onPoint: () => void;
  onPick: () => void;
};

function Option({ id, option: { title, detail, icon, current }, active, onPoint, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field picks it.
    <div
      id={id}
      role="option"
      aria-selected={active}
      onPointerMove={active ? undefined : onPoint}
      onClick={onPick}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 aria-selected:bg-accent-soft aria-selected:text-accent-strong"
    >
      <Icon name={icon} className="opacity-80" />
      <span dir="auto" className="min-w-0 truncate">
        {title}
      </span>
      {detail ? (
        <span dir="auto" className="ml-auto min-w-0 shrink-[2] truncate pl-2 text-sm text-ink-3">
          {detail}
        </span>
      ) : null}
      {current ? (
        <span className={detail ? '' : 'ml-auto'}>
          <Icon name="check" />
          <span className="sr-only">, current</span>
        </span>
      ) : null}
    </div>
  );
}
