/**
 * How a handler changes something: together with its entry in the audit log, in one transaction that
 * looks once more at who asks. A change that cannot be written down is not made, and one that somebody
 * may not make any more is not made either, however shortly before they could.
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
  /** All that is read and written goes here: the only connection is taken until the change is made. */
  tx: Kysely<Tables>;
  /** Adds to what the audit log says. */
  note: (note: AuditNote) => void;
};

/** What is true right now of who asks. */
type Make<T> = (changing: Changing & Authorised) => Promise<T>;

export type ByAuth = {
  /** What else must still be true when better-auth begins to write. */
  check?: Check;
  /** Called when better-auth has done it. */
  done?: (
    answer: Record<string, unknown>,
    changing: Changing & { personId: string | undefined },
  ) => Promise<void> | void;
};

/** Nothing slow belongs inside: everybody else who reads or changes metadata waits for it. */
export function changes(guards: Guards, asking: Asking) {
  const { people } = guards;
  const { request, reply, route, who } = asking;

  async function record(tx: Kysely<Tables>, now: Authorised, noted: AuditNote): Promise<void> {
    const { audit: action = '' } = route;
    await audit(tx, people, request, { ...now, action, params: asking.params, noted });
  }

  /** This server sees at once what it changed; others look by themselves. */
  async function made(): Promise<void> {
    await guards.access
      .refresh()
      .catch((error: unknown) => people.log.error({ err: error }, 'the metadata cannot be read'));
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
     * The same for what better-auth does. What it refuses has no entry, but what it wrote stays: it
     * counts codes that were wrong.
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
