/** Writes an audit entry in the transaction of the change: what cannot be recorded is not done. */
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { recordAudit } from '../accounts/audit.ts';
import { accountOfApplication } from '../accounts/members/roles.ts';
import type { Tables } from '../metadata/tables.ts';
import type { Authorised } from './authorise.ts';
import { clientAddress } from './client-address.ts';
import type { PeopleContext } from './people/people-context.ts';

export type AuditNote = {
  /** The action, if the route alone does not determine it. */
  action?: string;
  /** The person, if nobody was signed in before. */
  person?: { id: string; email: string };
  accountId?: string;
  appId?: string;
  /** The id of what was changed. */
  target?: string;
  details?: Record<string, unknown>;
};

export type Done = Authorised & {
  action: string;
  params: Record<string, unknown> | undefined;
  noted: AuditNote;
};

export async function audit(
  tx: Kysely<Tables>,
  people: PeopleContext,
  request: FastifyRequest,
  done: Done,
): Promise<void> {
  const { action, params, noted } = done;
  const by = actorOf(done);
  // A step towards an action, such as a first factor: nobody has done anything yet.
  if (!by) return;
  const appId = noted.appId ?? text(params?.appId);
  const accountId = noted.accountId ?? done.account?.id ?? (appId && (await accountOfApplication(tx, appId)));
  const { accountId: _, appId: __, ...rest } = params ?? {};
  await recordAudit(tx, {
    ...by,
    action: noted.action ?? action,
    accountId: accountId ?? null,
    appId: appId ?? null,
    target: noted.target ?? text(Object.values(rest)[0]) ?? null,
    details: noted.details,
    ...originOf(people, request),
  });
}

export function originOf({ trustProxy }: PeopleContext, request: FastifyRequest) {
  return {
    address: clientAddress(request.raw, trustProxy),
    userAgent: request.headers['user-agent'] ?? null,
  };
}

function actorOf({ noted, login, asker }: Done): { actor: string; personId: string | null } | null {
  const person =
    noted.person ?? login?.person ?? (asker && 'person' in asker.by ? asker.by.person : undefined);
  if (person) return { actor: person.email, personId: person.id };
  if (asker && 'tokenId' in asker.by) return { actor: `read token ${asker.by.tokenId}`, personId: null };
  return null;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
