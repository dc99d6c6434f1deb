/** Functions that differ between runtimes. `node.ts` and `web.ts` implement them. */
import type { PostAnswer } from '../delivery/answer.ts';
import type { Spool } from '../delivery/spool.ts';
import type { ParleyError } from '../errors.ts';
import type { Context } from '../payload.ts';

/** The context of the running code, across asynchronous calls. */
export type Contexts = {
  get: () => Context | undefined;
  run: <T>(context: Context, fn: () => T) => T;
};

export type Platform = {
  env: (name: string) => string | undefined;
  sha256: (text: string) => Promise<Uint8Array<ArrayBuffer>>;
  hmac: (key: Uint8Array<ArrayBuffer>, text: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** A unique id. */
  newId: () => string;
  /** Null where the runtime has no AsyncLocalStorage. */
  contexts: () => Contexts | null;
  /** Posts JSON. The request does not keep the process alive. */
  post: (
    url: string,
    body: Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>>,
    timeoutMs: number,
  ) => Promise<PostAnswer>;
  /** Calls `run` when the process has nothing left to do; returns a function that undoes it. */
  onIdleExit: (run: () => void) => () => void;
  /** Calls `run` when the process ends at once, including by an unhandled signal. */
  onExit: (run: () => void) => () => void;
  /** Aborts all open requests. */
  abortRequests: () => void;
  /** Null where there is no file system. */
  openSpool: (folder: string, appKey: string, report: (error: ParleyError) => void) => Spool | null;
};
