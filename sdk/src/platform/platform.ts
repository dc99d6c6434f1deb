/** What differs between the places in which the library runs. `node.ts` and `web.ts` have the same functions. */
import type { PostAnswer } from '../delivery/answer.ts';
import type { Spool } from '../delivery/spool.ts';
import type { ParleyError } from '../errors.ts';
import type { Context } from '../payload.ts';

/** The context of what runs, through everything that it waits for. */
export type Contexts = {
  get: () => Context | undefined;
  run: <T>(context: Context, fn: () => T) => T;
};

export type Platform = {
  env: (name: string) => string | undefined;
  /** One that nobody has had before. */
  newId: () => string;
  /** Null where a context cannot be followed. */
  contexts: () => Contexts | null;
  /** Posts JSON. It does not keep the process alive by itself. */
  post: (
    url: string,
    body: Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>>,
    timeoutMs: number,
  ) => Promise<PostAnswer>;
  /** Calls this when the process has nothing to do any more; returns how to undo it. */
  onIdleExit: (run: () => void) => () => void;
  /** Calls this when the process ends now, whatever it has to do: also by a signal that nobody handles. */
  onExit: (run: () => void) => () => void;
  /** Breaks off what is being posted. */
  hangUp: () => void;
  /** Null where there are no folders. */
  openSpool: (folder: string, appKey: string, report: (error: ParleyError) => void) => Spool | null;
};
