/**
 * The writes of better-auth during one call, as one transaction. It begins with the first write, so that no
 * lock is held while a password is hashed, and ends with the caller's additions: a sign-in and its audit
 * entry are committed together or not at all.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ControlledTransaction, Kysely } from 'kysely';
import { lockRevision } from '../../metadata/revision.ts';
import type { Tables } from '../../metadata/tables.ts';

export type Check = (tx: Kysely<Tables>) => Promise<void>;

export class AuthWrites {
  static readonly #current = new AsyncLocalStorage<AuthWrites>();
  readonly #db: Kysely<Tables>;
  readonly #check: Check;
  #begun: Promise<ControlledTransaction<Tables>> | undefined;
  #failure: unknown;
  #ended = false;
  /** The person whom better-auth signed in. */
  personId: string | undefined;

  private constructor(db: Kysely<Tables>, check: Check) {
    this.#db = db;
    this.#check = check;
  }

  /** The writes of the current call; undefined outside of `run` or after it. */
  static current(): AuthWrites | undefined {
    const writes = AuthWrites.#current.getStore();
    return writes && !writes.#ended ? writes : undefined;
  }

  /**
   * Runs calls of better-auth. `check` verifies before the first write what was true at the start, such as
   * that the session still exists: if it throws, nothing is written.
   */
  static async run<T>(
    db: Kysely<Tables>,
    check: Check,
    work: (writes: AuthWrites) => Promise<T>,
  ): Promise<T> {
    const writes = new AuthWrites(db, check);
    try {
      const result = await AuthWrites.#current.run(writes, () => work(writes));
      // better-auth may have swallowed the error: if a write failed, the call failed.
      if (writes.#failure !== undefined) throw writes.#failure;
      await writes.#commit();
      return result;
    } catch (error) {
      await writes.#rollBack();
      throw writes.#failure ?? error;
    }
  }

  /** The transaction, for writing. Begins it if needed. */
  begin(): Promise<Kysely<Tables>> {
    this.#begun ??= this.#start();
    return this.#begun;
  }

  /** The connection for reading: the transaction once it has begun, so that its own writes are visible. */
  async reading(): Promise<Kysely<Tables>> {
    return this.#begun ?? this.#db;
  }

  async #start(): Promise<ControlledTransaction<Tables>> {
    const tx = await this.#db.startTransaction().execute();
    try {
      await lockRevision(tx);
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

  /** Rolls back and releases the connection, whatever failed before. */
  async #rollBack(): Promise<void> {
    this.#ended = true;
    const tx = await this.#begun?.catch(() => undefined);
    if (tx && !tx.isCommitted && !tx.isRolledBack) await tx.rollback().execute();
  }
}
