/**
 * How a handler changes something: together with its audit entry, in one transaction that checks the caller's
 * access again. A change that cannot be recorded is not made, nor is one that the caller lost the right to a
 * moment ago.
 */
import type { Route } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { AuthWrites, type Check } from '../accounts/people/auth-writes.ts';
import { change } from '../metadata/change.ts';
import type { Tables } from '../metadata/tables.ts';
import type { Guards } from './asker.ts';
import { type AuditNote, audit } from './audit-entry.ts';
import { type Authorised, authoriseAgain } from './authorise.ts';
import { type AuthAnswer, copyCookies, readAnswer } from './people/login.ts';

export type Asking = {
  request: FastifyRequest;
  reply: FastifyReply;
  route: Route;
  who: Authorised;
  params: Record<string, unknown> | undefined;
};

export type Changing = {
  /** For all reads and writes: SQLite's only connection is busy until the change is made. */
  tx: Kysely<Tables>;
  /** Adds details to the audit entry. */
  note: (note: AuditNote) => void;
};

/** Gets the caller's current access. */
type Make<T> = (changing: Changing & Authorised) => Promise<T>;

export type ByAuth = {
  /** What else must hold when better-auth begins to write. */
  check?: Check;
  /** Called when better-auth has succeeded. */
  done?: (
    answer: Record<string, unknown>,
    changing: Changing & { personId: string | undefined },
  ) => Promise<void> | void;
};

/** Keep changes fast: everybody else who reads or changes metadata waits for them. */
export function changes(guards: Guards, asking: Asking) {
  const { people } = guards;
  const { request, reply, route, who } = asking;

  async function record(tx: Kysely<Tables>, now: Authorised, noted: AuditNote): Promise<void> {
    const { audit: action = '' } = route;
    await audit(tx, people, request, { ...now, action, params: asking.params, noted });
  }

  /** Applies the change to this server at once; others notice by themselves. */
  async function made(): Promise<void> {
    await guards.access
      .refresh()
      .catch((error: unknown) => people.log.error({ err: error }, 'could not read metadata'));
  }

  return {
    async change<T>(make: Make<T>): Promise<T> {
      const result = await change(people.db, async (tx) => {
        const now = await authoriseAgain(tx, request, route, who);
        const noted: AuditNote = {};
        const result = await make({ ...now, tx, note: noteIn(noted) });
        await record(tx, now, noted);
        return result;
      });
      await made();
      return result;
    },

    /**
     * The same for changes made by better-auth. A refusal has no audit entry, but its writes are kept: it
     * counts wrong codes.
     */
    async byAuth(call: () => Promise<Response>, { check, done }: ByAuth = {}): Promise<AuthAnswer> {
      const checkAgain: Check = async (tx) => {
        await authoriseAgain(tx, request, route, who);
        await check?.(tx);
      };
      const answer = await AuthWrites.run(people.db, checkAgain, async (writes) => {
        const answer = await readAnswer(await call());
        if (!answer.ok) return answer;
        const noted: AuditNote = {};
        const tx = await writes.begin();
        await done?.(answer.body, { tx, note: noteIn(noted), personId: writes.personId });
        await record(tx, who, noted);
        return answer;
      });
      await made();
      copyCookies(answer.headers, reply);
      return answer;
    },
  };
}

function noteIn(noted: AuditNote): (more: AuditNote) => void {
  return (more) => {
    Object.assign(noted, more);
  };
}
