/** Writes down who did what, after it was done; and lets this server see at once what changed. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../accounts/audit.ts';
import { accountOfApplication } from '../accounts/roles.ts';
import type { Guards } from './asker.ts';
import type { Authorised } from './bind.ts';
import { clientAddress } from './client-address.ts';
import type { People } from './people.ts';

export type AuditNote = {
  /** Who did it, where nobody was signed in before. */
  person?: { id: string; email: string };
  accountId?: string;
  appId?: string;
  /** What it was done to, by id. */
  target?: string;
  details?: Record<string, unknown>;
};

type Done = Authorised & {
  action: string;
  params: Record<string, unknown> | undefined;
  noted: AuditNote;
};

export async function audit({ access, people }: Guards, request: FastifyRequest, done: Done): Promise<void> {
  await access.refresh();
  const { action, params, noted } = done;
  const by = whoDid(done);
  // A step towards something, such as a first factor: nobody did anything yet.
  if (!by) return;
  const appId = noted.appId ?? text(params?.appId);
  const accountId =
    noted.accountId ?? done.account?.id ?? (appId && (await accountOfApplication(people.db, appId)));
  const { accountId: _, appId: __, ...rest } = params ?? {};
  await recordAudit(people.db, {
    ...by,
    action,
    accountId: accountId ?? null,
    appId: appId ?? null,
    target: noted.target ?? text(Object.values(rest)[0]) ?? null,
    details: noted.details,
    ...origin(people, request),
  });
}

/** A try that failed. Written once the answer is out, so that its time does not tell that there is such a person. */
export function auditFailure(
  people: People,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, action }: { person: { id: string; email: string }; action: string },
): void {
  const from = origin(people, request);
  reply.raw.once('close', () => {
    recordAudit(people.db, { action, actor: person.email, personId: person.id, ...from }).catch(
      (error: unknown) => people.log.error({ err: error }, 'the audit log cannot be written'),
    );
  });
}

function whoDid({ noted, login, asker }: Done): { actor: string; personId: string | null } | null {
  const person =
    noted.person ?? login?.person ?? (asker && 'person' in asker.by ? asker.by.person : undefined);
  if (person) return { actor: person.email, personId: person.id };
  if (asker && 'tokenId' in asker.by) return { actor: `read token ${asker.by.tokenId}`, personId: null };
  return null;
}

function origin({ trustProxy }: People, request: FastifyRequest) {
  return {
    address: clientAddress(request.raw, trustProxy),
    userAgent: request.headers['user-agent'] ?? null,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
