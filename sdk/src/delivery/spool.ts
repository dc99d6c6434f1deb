/** Storage for payloads that must survive a restart. */

export type Spooled = { id: string; key: string; body: Uint8Array<ArrayBuffer> };

export type Spool = {
  /** Resolves to whether the payload was written. */
  put: (item: Spooled) => Promise<boolean>;
  /** Ids of the stored payloads, oldest first. */
  list: () => Promise<string[]>;
  /** Null when the payload is gone or invalid; throws when it cannot be read at the moment. */
  read: (id: string) => Promise<Spooled | null>;
  remove: (id: string) => void;
  /** Writes pending payloads synchronously, because the process ends now. */
  writeRest: () => void;
};
