/**
 * What better-auth writes while it answers one call, as one transaction. It begins with the first write,
 * so that nobody waits for it while a password is hashed, and ends with what the caller adds: so a
 * sign-in and its entry in the audit log are there together or not at all.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ControlledTransaction, Kysely } from 'kysely';
import { takeTurn } from '../../metadata/revision.ts';
import type { Tables } from '../../metadata/tables.ts';

export type Check = (tx: Kysely<Tables>) => Promise<void>;

export class AuthWrites {
  static readonly #current = new AsyncLocalStorage<AuthWrites>();
  readonly #db: Kysely<Tables>;
  readonly #check: Check;
  #begun: Promise<ControlledTransaction<Tables>> | undefined;
  #failure: unknown;
  #ended = false;
  /** Whom better-auth signed in. */
  personId: string | undefined;

  private constructor(db: Kysely<Tables>, check: Check) {
    this.#db = db;
    this.#check = check;
  }

  /** Those of the call that runs now, if it runs in here. */
  static current(): AuthWrites | undefined {
    const writes = AuthWrites.#current.getStore();
    return writes && !writes.#ended ? writes : undefined;
  }

  /**
   * Runs calls of better-auth. `check` looks once more at what was true before, such as that the session
   * is still there: it throws when that has changed meanwhile, and nothing is written.
   */
  static async run<T>(
    db: Kysely<Tables>,
    check: Check,
    work: (writes: AuthWrites) => Promise<T>,
  ): Promise<T> {
    const writes = new AuthWrites(db, check);
    try {
      const result = await AuthWrites.#current.run(writes, () => work(writes));
      // Whatever better-auth made of it: when nothing could be written, nothing was done.
      if (writes.#failure !== undefined) throw writes.#failure;
      await writes.#commit();
      return result;
    } catch (error) {
      await writes.#rollBack();
      throw writes.#failure ?? error;
    }
  }

  /** The transaction, to write. */
  begin(): Promise<Kysely<Tables>> {
    this.#begun ??= this.#start();
    return this.#begun;
  }

  /** Where to read: what was written already is to be seen. */
  async reading(): Promise<Kysely<Tables>> {
    return this.#begun ?? this.#db;
  }

  async #start(): Promise<ControlledTransaction<Tables>> {
    const tx = await this.#db.startTransaction().execute();
    try {
      await takeTurn(tx);
      await this.#check(tx);
      return tx;
    } catch (error) {
      this.#failure = error;
      await tx.rollback().execute();
      throw error;
    }
  }

  async #commit(): Promise<void> {
    this.#ended = true;
    const tx = await this.#begun;
    await tx?.commit().execute();
  }

  /** Also gives the connection back, whatever went wrong before. */
  async #rollBack(): Promise<void> {
    this.#ended = true;
    const tx = await this.#begun?.catch(() => undefined);
    if (tx && !tx.isCommitted && !tx.isRolledBack) await tx.rollback().execute();
  }
}
