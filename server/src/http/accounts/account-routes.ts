/** Accounts: members, invitations, and the audit log. */
import { may, permissionsOf, ROUTES } from '@parley/contract';
import type { Logger } from 'pino';
import { accountApplications } from '../../accounts/applications/account-applications.ts';
import { acceptInvitation } from '../../accounts/members/accept-invitation.ts';
import { changeRole, leaveAccount, removeMember, requireOwner } from '../../accounts/members/change-role.ts';
import { createInvitation } from '../../accounts/members/create-invitation.ts';
import { findInvitation } from '../../accounts/members/find-invitation.ts';
import { listInvitations } from '../../accounts/members/list-invitations.ts';
import { listMembers } from '../../accounts/members/list-members.ts';
import { type Account, getAccount, renameAccount } from '../../accounts/members/rename-account.ts';
import { revokeInvitation } from '../../accounts/members/revoke-invitation.ts';
import { membershipsOf } from '../../accounts/members/roles.ts';
import { hasPassword } from '../../accounts/people/people.ts';
import { renamePerson } from '../../accounts/people/rename-person.ts';
import { ApiError } from '../../base/errors.ts';
import { instant } from '../../base/instant.ts';
import type { Reading } from '../../reading/reading.ts';
import { personKey } from '../asker.ts';
import { authoriseAgain } from '../authorise.ts';
import type { Bind } from '../bind.ts';
import { clientAddress } from '../client-address.ts';
import { Downloads } from '../downloads.ts';
import type { Login } from '../people/login.ts';
import type { PeopleContext } from '../people/people-context.ts';
import { showApplication } from './application-routes.ts';

const OK = { status: 'ok' } as const;

export type AccountSources = { people: PeopleContext; reading: Reading; log: Logger };

/** Concurrent exports of the audit log. */
const MAX_EXPORTS = { inAll: 4, perAccount: 1, perApp: 4 };
const BUSY_MESSAGE = `At most ${MAX_EXPORTS.perAccount} export of an account's audit log runs at a time, and ${MAX_EXPORTS.inAll} of a server: wait until one is through.`;

export function accountRoutes(bind: Bind, { people, reading, log }: AccountSources): void {
  const downloads = new Downloads(MAX_EXPORTS, log, BUSY_MESSAGE);
  const { db, throttles, mail } = people;

  bind('getMe', async ({ login: { person } }) => showMe(person));

  bind('changeMe', async ({ login: { person }, body: { name }, change }) => {
    await change(async ({ tx, note }) => {
      note({ details: { name } });
      await renamePerson(tx, { id: person.id, name });
    });
    return showMe({ ...person, name });
  });

  async function showMe(person: Login['person']) {
    const memberships = await membershipsOf(db, person.id);
    const applications = await accountApplications(
      db,
      memberships.filter(({ role }) => may(role, 'applications:read')).map(({ accountId }) => accountId),
    );
    return {
      person: { ...person, hasPassword: await hasPassword(db, person.id) },
      accounts: memberships.map(({ accountId, accountName, role }) => ({
        id: accountId,
        name: accountName,
        role,
        permissions: permissionsOf(role),
      })),
      applications: applications.map((application) => showApplication(people, application)),
    };
  }

  bind('getAccount', async ({ params }) => showAccount(await getAccount(db, params.accountId)));

  bind('renameAccount', async ({ params, body: { name }, change }) =>
    change(async ({ tx, note }) => {
      note({ details: { name } });
      return showAccount(await renameAccount(tx, { id: params.accountId, name }));
    }),
  );

  bind('listMembers', async ({ params }) => {
    const members = await listMembers(db, params.accountId);
    return { data: members.map((member) => ({ ...member, createdAt: instant(member.createdAt) })) };
  });

  bind('changeRole', async ({ params, body: { role }, change }) =>
    change(async ({ tx, account, note }) => {
      const { personId, role: from } = await changeRole(tx, { ...params, by: account.role, role });
      note({ details: { personId, from, to: role } });
      return OK;
    }),
  );

  bind('removeMember', async ({ params, change }) =>
    change(async ({ tx, account, note }) => {
      const { personId, role } = await removeMember(tx, { ...params, by: account.role });
      note({ details: { personId, role } });
      return OK;
    }),
  );

  bind('leaveAccount', async ({ params: { accountId }, login, change }) =>
    change(async ({ tx }) => {
      await leaveAccount(tx, { accountId, personId: login.person.id });
      return OK;
    }),
  );

  bind('listInvitations', async ({ params }) => {
    const invitations = await listInvitations(db, params.accountId);
    return {
      data: invitations.map((one) => ({
        ...one,
        createdAt: instant(one.createdAt),
        expiresAt: instant(one.expiresAt),
      })),
    };
  });

  bind('invite', async ({ params: { accountId }, body, login: { person }, change }) => {
    const { token, ...created } = await change(async ({ tx, account, note }) => {
      if (body.role === 'owner') requireOwner(account.role);
      const invitation = await createInvitation(tx, { ...body, accountId, invitedBy: person.id });
      note({ target: invitation.id, details: { role: body.role, email: invitation.email } });
      return invitation;
    });
    const link = people.link('invitation', token);
    if (created.email !== null && mail.configured) {
      const { name } = await getAccount(db, accountId);
      mail.send({
        to: created.email,
        subject: `An invitation to ${name} on Parley`,
        text: `${person.email} invites you to ${name}, as ${created.role}. The link is valid for a week:`,
        link,
      });
    }
    return {
      ...created,
      createdAt: instant(created.createdAt),
      expiresAt: instant(created.expiresAt),
      invitedBy: person.email,
      link,
    };
  });

  bind('revokeInvitation', async ({ params: { accountId, invitationId }, change }) =>
    change(async ({ tx }) => {
      if (await revokeInvitation(tx, { accountId, id: invitationId })) return OK;
      throw new ApiError('not_found', { message: 'There is no invitation with this ID.' });
    }),
  );

  bind('previewInvitation', async ({ body: { token }, request }) => {
    const attempt = throttles.link(clientAddress(request.raw, people.trustProxy));
    const found = await findInvitation(db, token);
    if (!found)
      throw new ApiError('not_found', { message: 'This invitation does not exist or has expired.' });
    attempt.succeeded();
    const { accountName, role, email, expiresAt } = found;
    return { accountName, role, email, expiresAt: instant(expiresAt) };
  });

  bind('acceptInvitation', async ({ body: { token }, login, request, change }) => {
    const attempt = throttles.link(clientAddress(request.raw, people.trustProxy));
    const isConfirmed = login.addressConfirmed || !mail.configured;
    const joined = await change(async ({ tx, note }) => {
      const { accountId, role } = await acceptInvitation(tx, {
        token,
        person: { ...login.person, isConfirmed },
      });
      note({ accountId, details: { role } });
      return { accountId, role };
    });
    attempt.succeeded();
    return joined;
  });

  bind('listAudit', ({ params: { accountId }, query, login, gone }) =>
    reading.lookUp(personKey(login), 'auditPage', { accountId, query }, { gone }),
  );

  bind('exportAudit', ({ params: { accountId }, query, login, request, reply, gone }) =>
    downloads.send({
      request,
      reply,
      apps: [],
      accounts: [accountId],
      mayRead: () =>
        authoriseAgain(db, request, ROUTES.exportAudit, { login }).then(
          () => true,
          () => false,
        ),
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="audit.csv"',
      },
      open: () => reading.stream(personKey(login), 'exportAudit', { ...query, accountId }, gone),
    }),
  );
}

function showAccount({ id, name, createdAt }: Account) {
  return { id, name, createdAt: instant(createdAt) };
}
