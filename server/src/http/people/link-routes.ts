/** Passwords and emails, and the links that set or confirm them. */
import type { FastifyRequest } from 'fastify';
import { confirmEmail } from '../../accounts/people/confirm-email.ts';
import { createLink, endLinks, readLink } from '../../accounts/people/links.ts';
import { hashPassword, verifyPassword } from '../../accounts/people/passwords.ts';
import { findPerson, hasPassword } from '../../accounts/people/people.ts';
import { resetPassword } from '../../accounts/people/reset-password.ts';
import { ApiError } from '../../base/errors.ts';
import type { Bind } from '../bind.ts';
import { clientAddress } from '../client-address.ts';
import { afterResponse } from './after-response.ts';
import { requireSuccess } from './auth-errors.ts';
import { sendNewAddressEmail, sendResetEmail } from './emails.ts';
import { authHeaders, type Login, readAnswer } from './login.ts';
import type { PeopleContext } from './people-context.ts';

const OK = { status: 'ok' } as const;

export function linkRoutes(bind: Bind, { people }: { people: PeopleContext }): void {
  const { db, throttles } = people;
  const addressOf = (request: FastifyRequest) => clientAddress(request.raw, people.trustProxy);

  bind('changePassword', async ({ body, login: { person }, request, byAuth }) => {
    const attempt = throttles.password(person.id);
    const answer = await byAuth(
      () =>
        people.auth.api.changePassword({
          body: { ...body, revokeOtherSessions: true },
          headers: authHeaders(people, request),
          asResponse: true,
        }),
      { done: (_, { tx }) => endLinks(tx, person.id) },
    );
    requireSuccess(answer);
    attempt.succeeded();
    return OK;
  });

  bind('requestReset', async ({ body: { email }, request, reply }) => {
    throttles.reset(addressOf(request));
    afterResponse(reply, people.log, 'could not create link', () => sendResetEmail(people, email));
    return OK;
  });

  bind('confirmReset', async ({ body: { token, newPassword }, request, change }) => {
    const attempt = throttles.link(addressOf(request));
    // The link is checked first, so that only a valid one costs a hash; the hash is computed outside the
    // transaction, so that nobody waits for it.
    if (!(await readLink(db, 'reset', token))) return refuseLink();
    const passwordHash = await hashPassword(newPassword);
    const reset = await change(async ({ tx, note }) => {
      const reset = await resetPassword(tx, { token, passwordHash });
      if (!reset) return refuseLink();
      const { person, first, invitationsEnded } = reset;
      note({ person, details: { addressConfirmed: first, invitationsEnded } });
      return reset;
    });
    attempt.succeeded();
    throttles.passwordSet(reset.person.email);
    return OK;
  });

  bind('changeEmail', async ({ body: { email, password }, login, request, change }) => {
    await checkPassword(login, password, request);
    const { id: personId, email: from } = login.person;
    const token = await change(async ({ tx, note }) => {
      note({ details: { to: email } });
      // If the email is taken, no link is sent and the caller is not told.
      if ((await findPerson(tx, email)) || !throttles.mayMail('confirm', email)) return null;
      return createLink(tx, 'address', { personId, email });
    });
    if (token !== null) sendNewAddressEmail(people, { to: email, from, token });
    return OK;
  });

  bind('confirmEmail', async ({ body: { token, password }, request, change }) => {
    const attempt = throttles.link(addressOf(request));
    if (password !== undefined) await checkChosenPassword(token, password);
    const { email } = await change(async ({ tx, note }) => {
      const confirmed = await confirmEmail(tx, { token, policy: people.signup });
      if (!confirmed) return refuseLink();
      const { person, joined } = confirmed;
      note({ person, ...(joined === null ? {} : { action: 'person.sign-up', accountId: joined }) });
      return person;
    });
    attempt.succeeded();
    return { ...OK, email };
  });

  /** For a sign-up: somebody else may have started one with the same email, and their mail looks the same. */
  async function checkChosenPassword(token: string, password: string): Promise<void> {
    const asked = await readLink(db, 'sign-up', token);
    if (!asked) return;
    if (await verifyPassword({ hash: asked.passwordHash, password })) return;
    throw new ApiError('invalid_credentials', {
      message:
        'That is not the password of this sign-up. If it was not you who signed up, do not open this link.',
    });
  }

  /** People without a password use single sign-on and have nothing to type. */
  async function checkPassword(
    { person }: Login,
    password: string | undefined,
    request: FastifyRequest,
  ): Promise<void> {
    const attempt = throttles.password(person.id);
    if (await hasPassword(db, person.id)) {
      const response = await people.auth.api.verifyPassword({
        body: { password: password ?? '' },
        headers: authHeaders(people, request),
        asResponse: true,
      });
      requireSuccess(await readAnswer(response));
    }
    attempt.succeeded();
  }
}

function refuseLink(): never {
  throw new ApiError('invalid_credentials', { message: 'This link is invalid or has expired.' });
}
