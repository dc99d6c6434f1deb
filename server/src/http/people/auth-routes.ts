/** Sign-up, sign-in and sign-out, and the list of sessions. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../../accounts/audit.ts';
import { endLogin, isSignedInFrom, listLogins } from '../../accounts/people/logins.ts';
import { hashPassword } from '../../accounts/people/passwords.ts';
import { findPerson, type Person, passwordHashOf } from '../../accounts/people/people.ts';
import { isEmpty, pendingSignUp, signUp } from '../../accounts/people/sign-up.ts';
import { useTotpCode } from '../../accounts/people/totp-codes.ts';
import { ApiError } from '../../base/errors.ts';
import { type AuditNote, originOf } from '../audit-entry.ts';
import type { Bind } from '../bind.ts';
import { clientAddress } from '../client-address.ts';
import { afterResponse } from './after-response.ts';
import { sendConfirmationEmail, sendSignUpEmail } from './emails.ts';
import { authHeaders } from './login.ts';
import type { PeopleContext } from './people-context.ts';

const OK = { status: 'ok' } as const;
const WRONG_CREDENTIALS = 'The address or the password is wrong, or the address is not confirmed yet.';

export function authRoutes(bind: Bind, { people }: { people: PeopleContext }): void {
  const { db, throttles, mail } = people;
  const addressOf = (request: FastifyRequest) => clientAddress(request.raw, people.trustProxy);

  bind('getSignInOptions', async () => ({
    signup: people.signup,
    empty: await isEmpty(db),
    mail: mail.configured,
    oidc: people.oidcName === null ? null : { name: people.oidcName },
  }));

  bind('signUp', async ({ body, request, reply, change }) => {
    throttles.signUp(addressOf(request));
    const asked = { ...body, passwordHash: await hashPassword(body.password), policy: people.signup };
    if (mail.configured) {
      // The person is created when the link is opened: only the owner of the email can do that.
      const pending = await pendingSignUp(db, asked);
      afterResponse(reply, people.log, 'could not create link', () => sendSignUpEmail(people, pending));
      return { ...OK, next: 'confirm_address' as const };
    }
    await change(async ({ tx, note }) => {
      const created = await signUp(tx, asked);
      if (created)
        note({ person: { id: created.personId, email: body.email }, accountId: created.accountId });
    });
    return { ...OK, next: 'sign_in' as const };
  });

  bind('signIn', async ({ body, request, reply, byAuth }) => {
    const { email, password, remember } = body;
    const address = addressOf(request);
    const attempt = throttles.signIn(email, address, await isSignedInFrom(db, email, address));
    const known = await passwordHashOf(db, email);
    const answer = await byAuth(
      () =>
        people.auth.api.signInEmail({
          body: { email, password, rememberMe: remember },
          headers: authHeaders(people, request, { withSession: false }),
          asResponse: true,
        }),
      {
        // If the password is reset meanwhile, a sign-in with the old one must fail.
        async check(tx) {
          if ((await passwordHashOf(tx, email)) !== known) throw wrong();
        },
        done: (signedIn, { note }) => noteUser(signedIn, note),
      },
    );
    if (!answer.ok) {
      const person = await findPerson(db, email);
      if (person) afterFailure(person, request, reply, answer.code);
      throw wrong();
    }
    attempt.succeeded();
    return answer.body.twoFactorRedirect === true ? { status: 'second_factor' as const } : OK;
  });

  bind('signInSecondFactor', async ({ body, request, byAuth }) => {
    const attempt = throttles.link(addressOf(request));
    const headers = authHeaders(people, request, { withSession: false });
    const { auth } = people;
    const { api } = auth;
    const { code, backupCode = '' } = body;
    const answer = await byAuth(
      () =>
        code === undefined
          ? api.verifyBackupCode({ body: { code: backupCode }, headers, asResponse: true })
          : api.verifyTOTP({ body: { code }, headers, asResponse: true }),
      {
        async done(signedIn, { tx, note, personId = '' }) {
          if (code !== undefined && !(await useTotpCode(tx, auth, { personId, code }))) throw wrongCode();
          noteUser(signedIn, note);
        },
      },
    );
    if (!answer.ok) throw wrongCode();
    attempt.succeeded();
    return OK;
  });

  bind('signOut', async ({ request, byAuth }) => {
    const headers = authHeaders(people, request);
    await byAuth(() => people.auth.api.signOut({ headers, asResponse: true }));
    return OK;
  });

  bind('listLoginSessions', async ({ login }) => {
    const logins = await listLogins(db, login.person.id);
    return { data: logins.map((one) => ({ ...one, current: one.id === login.sessionId })) };
  });

  bind('endLoginSession', async ({ login, params, change }) => {
    const ended = await change(({ tx }) => endLogin(tx, { personId: login.person.id, id: params.sessionId }));
    if (ended) return OK;
    throw new ApiError('not_found', { message: 'You have no session with this ID.' });
  });

  /** After the response, so that its time does not reveal whether the person exists. */
  function afterFailure(person: Person, request: FastifyRequest, reply: FastifyReply, code: string): void {
    const failed = { action: 'person.sign-in.failed', actor: person.email, personId: person.id };
    const from = originOf(people, request);
    afterResponse(reply, people.log, 'could not record failed sign-in', async () => {
      await recordAudit(db, { ...failed, ...from });
      // The password was right: a person who signed up before mail was configured gets their link now.
      if (code === 'EMAIL_NOT_VERIFIED') await sendConfirmationEmail(people, person);
    });
  }
}

function wrong(): ApiError {
  return new ApiError('invalid_credentials', { message: WRONG_CREDENTIALS });
}

function wrongCode(): ApiError {
  return new ApiError('invalid_credentials', {
    message: 'The code is wrong, has expired or was used already. Wait for the next one.',
  });
}

/** Not set while a second factor is still required. */
function noteUser({ user }: Record<string, unknown>, note: (note: AuditNote) => void): void {
  if (typeof user !== 'object' || user === null || !('id' in user) || !('email' in user)) return;
  note({ person: { id: String(user.id), email: String(user.email) } });
}
