/** All keyboard shortcuts: global ones are handled from this list, and the sheet shows all. */
import { APP_PAGE_NAMES, APP_PAGES, type AppPageName } from '../pages/page-list.ts';

/** What a global shortcut does. */
export type Deed = { kind: 'search' } | { kind: 'shortcuts' } | { kind: 'page'; page: AppPageName };

export type Shortcut = {
  /** Pressed in sequence; values of `KeyboardEvent.key`. */
  keys: readonly string[];
  /** Alternatives rather than a sequence. */
  either?: true;
  /** With ⌘ or Ctrl, also while typing. */
  command?: true;
  /** With Shift, which a click on a row also knows. */
  shift?: true;
  text: string;
  /** Absent for shortcuts that a component handles itself. */
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
      { keys: [',', '.'], either: true, text: 'Previous or next period' },
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
    title: 'In a list',
    shortcuts: [
      { keys: ['k', 'j'], either: true, text: 'Previous or next row' },
      { keys: ['ArrowUp', 'ArrowDown'], either: true, text: 'The same, while it has the focus' },
      { keys: ['Enter'], text: 'Open row' },
      { keys: ['x'], text: 'Select row' },
      { keys: ['k', 'j'], either: true, shift: true, text: 'Select up to the previous or next row' },
      { keys: ['Escape'], text: 'Clear selection' },
    ],
  },
  {
    title: 'In the list of interactions',
    shortcuts: [
      { keys: ['PageUp', 'PageDown'], either: true, text: 'Previous or next screen' },
      { keys: ['Home', 'End'], either: true, text: 'First or last row' },
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
    title: 'On a row, an open interaction or a session',
    shortcuts: [
      { keys: ['+'], text: 'Thumbs up' },
      { keys: ['-'], text: 'Thumbs down' },
      { keys: ['c'], text: 'Comment' },
    ],
  },
  {
    title: 'Resizing a column or panel',
    shortcuts: [{ keys: ['ArrowLeft', 'ArrowRight'], either: true, text: 'Change the width' }],
  },
];

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Maximum pause between the keys of a sequence. */
const SEQUENCE_MS = 1500;

/** Recognises sequences of keys. */
export class KeyReader {
  #before: { key: string; at: number } | null = null;

  /** The action of a key, if any. While `typing`, only shortcuts with ⌘ or Ctrl count. */
  press({ key, ctrlKey, metaKey, altKey }: Pressed, typing: boolean, at: number): Deed | null {
    const command = ctrlKey || metaKey;
    const before = this.#before && at - this.#before.at <= SEQUENCE_MS ? [this.#before.key] : [];
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
