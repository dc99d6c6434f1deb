import { lazyRouteComponent } from '@tanstack/react-router';

/** The code of a page could not be loaded: the network is down, or the server was upgraded. */
export class PageNotLoaded extends Error {
  /** Retries; rejects if loading fails again. */
  readonly again: () => Promise<void>;

  constructor(again: () => Promise<void>, cause: unknown) {
    super('This page could not be loaded. Check your connection.', { cause });
    this.again = again;
  }
}

/** A page whose code is loaded when it is opened. */
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
