import type { Me } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import type { View } from '../state/view.ts';
import type { PickerOption } from '../ui/picker.tsx';

type Found = PickerOption & {
  /** Other search words. */
  words?: string | undefined;
};
/** Opens an address of the console. */
export type LeadingItem = Found & { href: string };
/** Runs an action. */
export type DoingItem = Found & { run: () => void };
export type Item = LeadingItem | DoingItem;

/** The context in which the palette is opened. */
export type Place = {
  me: Me;
  /** The current application. */
  appId: string | undefined;
  view: View;
  router: RegisteredRouter;
  client: QueryClient;
  signOut: () => void;
  showShortcuts: () => void;
  invite: () => void;
};

/** What a search on the server needs to know. */
export type SearchPlace = Pick<Place, 'me' | 'appId' | 'view' | 'router'>;

/** A source of items of one kind. */
export type Source = {
  title: string;
  /** All items, which the palette filters by the typed words. */
  all?: (place: Place) => Item[];
  /** Searches on the server; its results are not filtered again. */
  ask?: (typed: string, place: SearchPlace, signal: AbortSignal) => Promise<Item[]>;
};
