import { lazyRouteComponent } from '@tanstack/react-router';

/** The network is away, or the server has another version by now. */
export class PageNotLoaded extends Error {
  /** Loads it after all; rejects when that fails again. */
  readonly again: () => Promise<void>;

  constructor(again: () => Promise<void>, cause: unknown) {
    super('This page could not be loaded. Check your connection.', { cause });
    this.again = again;
  }
}

/** A page that is loaded when it is opened. */
export function lazyPage<T extends Record<string, unknown>>(load: () => Promise<T>, name: keyof T & string) {
  const again = async () => {
    await load();
    await page.preload?.();
  };
  const page = lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new PageNotLoaded(again, cause);
      }),
    name,
  );
  return page;
}
