/** Where payloads wait that a restart must not lose. */

export type Spooled = { id: string; key: string; body: Uint8Array<ArrayBuffer> };

export type Spool = {
  /** Resolves with whether it is on the disk. */
  put: (item: Spooled) => Promise<boolean>;
  /** The ids of what waits, the oldest first. */
  list: () => Promise<string[]>;
  /** Null when it is gone, or is no payload; an exception when it cannot be read now. */
  read: (id: string) => Promise<Spooled | null>;
  remove: (id: string) => void;
  /** The process ends now: nothing can be waited for. */
  writeRest: () => void;
};
