import type { Me } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import type { View } from '../state/view.ts';
import type { PickerOption } from '../ui/picker.tsx';

type Found = PickerOption & {
  /** Other words that it is found by. */
  words?: string | undefined;
};
/** Leads to an address of the console. */
export type LeadingItem = Found & { href: string };
/** Does something. */
export type DoingItem = Found & { run: () => void };
export type Item = LeadingItem | DoingItem;

/** Where somebody is who opens the palette. */
export type Place = {
  me: Me;
  /** The application whose pages are around it. */
  appId: string | undefined;
  view: View;
  router: RegisteredRouter;
  client: QueryClient;
  signOut: () => void;
  showShortcuts: () => void;
};

/** What can be found, of one kind. */
export type Source = {
  title: string;
  /** Everything there is of it, which is narrowed by what is typed. */
  all?: (place: Place) => Item[];
  /** Asks the server with what is typed; what it answers fits. */
  ask?: (typed: string, place: Place, signal: AbortSignal) => Promise<Item[]>;
};
