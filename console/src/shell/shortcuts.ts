/** Every shortcut there is: the keys that work anywhere are read from here, and the sheet shows them all. */
import { APP_PAGE_NAMES, APP_PAGES, type AppPageName } from '../pages/page-list.ts';

/** What a key does that works anywhere. */
export type Deed = { kind: 'search' } | { kind: 'shortcuts' } | { kind: 'page'; page: AppPageName };

export type Shortcut = {
  /** One after the other, as `KeyboardEvent.key` has them. */
  keys: readonly string[];
  /** Any of them, instead of one after the other. */
  either?: true;
  /** With ⌘ or Ctrl, also while typing. */
  command?: true;
  text: string;
  /** Absent where the part of the page that it is for reads it. */
  deed?: Deed;
};

export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] };

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { keys: ['k'], command: true, text: 'Search and run commands', deed: { kind: 'search' } },
      { keys: ['?'], text: 'Show keyboard shortcuts', deed: { kind: 'shortcuts' } },
      { keys: ['/'], text: 'Search messages' },
      { keys: ['Escape'], text: 'Close panel or dialog' },
    ],
  },
  {
    title: 'Go to',
    shortcuts: APP_PAGE_NAMES.map((page) => ({
      keys: ['g', APP_PAGES[page].key],
      text: APP_PAGES[page].title,
      deed: { kind: 'page', page },
    })),
  },
  {
    title: 'In the list of interactions',
    shortcuts: [
      { keys: ['ArrowUp', 'ArrowDown'], either: true, text: 'Previous or next row' },
      { keys: ['PageUp', 'PageDown'], either: true, text: 'Previous or next screen' },
      { keys: ['Home', 'End'], either: true, text: 'First or last row' },
      { keys: ['Enter'], text: 'Open interaction' },
      { keys: ['f'], text: 'Filter by a value' },
    ],
  },
  {
    title: 'In an open interaction',
    shortcuts: [
      { keys: ['k'], text: 'Previous interaction' },
      { keys: ['j'], text: 'Next interaction' },
      { keys: ['Escape'], text: 'Close interaction' },
    ],
  },
  {
    title: 'Resizing a column or panel',
    shortcuts: [{ keys: ['ArrowLeft', 'ArrowRight'], either: true, text: 'Change the width' }],
  },
];

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** A key that waits for a second one is forgotten after this. */
const TOGETHER_MS = 1500;

/** Puts keys together that are pressed one after the other. */
export class KeyReader {
  #before: { key: string; at: number } | null = null;

  /** What a key asks for, if anything. `typing`: then letters are letters. */
  press({ key, ctrlKey, metaKey, altKey }: Pressed, typing: boolean, at: number): Deed | null {
    const command = ctrlKey || metaKey;
    const before = this.#before && at - this.#before.at <= TOGETHER_MS ? [this.#before.key] : [];
    this.#before = null;
    if (altKey || (typing && !command)) return null;
    const keys = command ? [key.toLowerCase()] : [...before, key];
    const found = find(keys, command) ?? find([key], command);
    if (!found && !command) this.#before = { key, at };
    return found;
  }
}

function find(pressed: readonly string[], command: boolean): Deed | null {
  const all = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts);
  const fits = (one: Shortcut) =>
    (one.command ?? false) === command && one.keys.join(' ') === pressed.join(' ');
  return all.find((one) => one.deed && fits(one))?.deed ?? null;
}
