import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

type Props = {
  q: string;
  onSearch: (q: string) => void;
  label?: string;
  /** Searches as one types, for what is found without the server. */
  live?: boolean;
  /** Links to what the typed words name, shown while they are typed; one that is followed calls `onFollow`. */
  offersFor?: (typed: string, onFollow: () => void) => ReactNode;
  /** Opens what the typed words name, in place of a search; false if they name nothing. */
  onOpen?: (typed: string) => Promise<boolean>;
};

/** The search field: `/` focuses it, Enter searches, Escape clears. */
export function SearchBox(props: Props) {
  const { q, onSearch, label = 'Search messages', live = false, offersFor, onOpen } = props;
  const [text, setText] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  useEffect(() => setText(q), [q]);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  const search = (words: string) => {
    setText(words);
    if (words.trim() !== q) onSearch(words.trim());
  };
  /** What was typed led elsewhere. */
  const reset = () => setText(q);
  const submit = async () => {
    if (await onOpen?.(text.trim())) reset();
    else search(text);
  };
  const waits = text.trim() !== q;
  return (
    <search className="relative min-w-0 grow basis-full sm:max-w-md sm:basis-56">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDown={walkOffers}
      >
        <input
          ref={input}
          type="text"
          enterKeyHint="search"
          aria-label={label}
          aria-describedby={waits ? hint : undefined}
          placeholder={label}
          maxLength={200}
          value={text}
          onChange={({ target }) => (live ? search(target.value) : setText(target.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            if (text === '' && q === '') event.currentTarget.blur();
            else search('');
          }}
          className="h-8 w-full rounded-md border border-line-strong bg-surface pr-9 pl-8"
        />
        {waits ? (
          <div className="absolute top-full left-0 z-20 mt-1 flex w-full flex-col gap-1 rounded-md border border-line bg-raised p-1 text-sm text-ink-2 shadow-lg">
            <button
              id={hint}
              type="submit"
              data-offer
              // Keeps the focus in the field, so that a click searches as Enter does.
              onPointerDown={(event) => event.preventDefault()}
              className="flex items-center gap-2 rounded-md px-1.5 py-0.5 text-left hover:bg-sunken"
            >
              <span aria-hidden="true" className="rounded-sm border border-line px-1.5 font-mono text-xs">
                ↵
              </span>
              {text.trim() === '' ? 'Press Enter to clear the search' : 'Press Enter to search'}
            </button>
            {offersFor?.(text.trim(), reset)}
          </div>
        ) : null}
      </form>
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="pointer-events-none absolute top-2 left-2.5 size-4 fill-none stroke-ink-3 stroke-[1.5]"
      >
        <circle cx="7" cy="7" r="4.5" />
        <path d="m10.5 10.5 3.5 3.5" strokeLinecap="round" />
      </svg>
      {text === '' ? (
        <kbd className="pointer-events-none absolute top-1.5 right-2 hidden h-5 rounded-sm border border-line px-1.5 font-mono text-xs text-ink-3 sm:block">
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => search('')}
          className="absolute top-0.5 right-0.5 size-7 rounded-sm text-ink-3 hover:text-ink"
        >
          ✕
        </button>
      )}
    </search>
  );
}

/** Arrows walk from the field through what it offers, and back. */
function walkOffers(event: ReactKeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops: Element[] = [...event.currentTarget.querySelectorAll('input, [data-offer]')];
  const at = document.activeElement ? stops.indexOf(document.activeElement) : -1;
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

/** Whether a key press belongs to an input field. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
