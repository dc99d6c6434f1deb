/** Signing up, in and out; passwords, addresses, sessions. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { confirmEmail, createEmailLink } from '../accounts/email-links.ts';
import { endLogin, isSignedInFrom, listLogins } from '../accounts/logins.ts';
import { findPerson, hasPassword } from '../accounts/people.ts';
import { hashPassword } from '../accounts/secrets.ts';
import { isEmpty, signUp } from '../accounts/sign-up.ts';
import { ApiError } from '../errors.ts';
import { auditFailure } from './audit.ts';
import type { Bind } from './bind.ts';
import { clientAddress } from './client-address.ts';
import { type AuthAnswer, answered, authHeaders, type Login } from './login.ts';
import type { People } from './people.ts';

const OK = { status: 'ok' } as const;
const WRONG = 'The address or the password is wrong, or the address is not confirmed yet.';
const WRONG_LINK = 'The link is not valid, or not any more.';

export function authRoutes(bind: Bind, { people }: { people: People }): void {
  const { db, throttles, mail } = people;
  const addressOf = (request: FastifyRequest) => clientAddress(request.raw, people.trustProxy);

  bind('getSignInOptions', async () => ({
    signup: people.signup,
    empty: await isEmpty(db),
    mail: mail.configured,
    oidc: people.oidcName === null ? null : { name: people.oidcName },
  }));

  bind('signUp', async ({ body, request, note }) => {
    throttles.signUp(addressOf(request));
    const passwordHash = await hashPassword(body.password);
    const created = await signUp(db, { ...body, passwordHash, policy: people.signup });
    if (created) {
      note({ person: { id: created.personId, email: body.email }, accountId: created.accountId });
      await sendConfirmation(created.personId, body.email);
    } else await remindOfSignUp(body.email);
    return { ...OK, next: mail.configured ? ('confirm_address' as const) : ('sign_in' as const) };
  });

  bind('signIn', async ({ body, request, reply, note }) => {
    const { email, password, remember } = body;
    const address = addressOf(request);
    const attempt = throttles.signIn(email, address, await isSignedInFrom(db, email, address));
    const call = people.auth.api.signInEmail({
      body: { email, password, rememberMe: remember },
      headers: authHeaders(people, request, { withSession: false }),
      asResponse: true,
    });
    const answer = await answered(call, reply);
    if (!answer.ok) {
      const person = await findPerson(db, email);
      // The password was right: whoever signed up before there was mail gets their link now.
      if (person && answer.code === 'EMAIL_NOT_VERIFIED') await sendConfirmation(person.id, email);
      if (person) auditFailure(people, request, reply, { person, action: 'person.sign-in.failed' });
      throw new ApiError('invalid_credentials', { message: WRONG });
    }
    attempt.succeeded();
    if (answer.body.twoFactorRedirect === true) return { status: 'second_factor' as const };
    noteUser(answer.body, note);
    return OK;
  });

  bind('signInSecondFactor', async ({ body, request, reply, note }) => {
    const attempt = throttles.link(addressOf(request));
    const headers = authHeaders(people, request, { withSession: false });
    const call =
      body.code === undefined
        ? people.auth.api.verifyBackupCode({
            body: { code: body.backupCode ?? '' },
            headers,
            asResponse: true,
          })
        : people.auth.api.verifyTOTP({ body: { code: body.code }, headers, asResponse: true });
    const answer = await answered(call, reply);
    if (!answer.ok) throw new ApiError('invalid_credentials', { message: 'The code is wrong, or too old.' });
    attempt.succeeded();
    noteUser(answer.body, note);
    return OK;
  });

  bind('signOut', async ({ request, reply }) => {
    await answered(
      people.auth.api.signOut({ headers: authHeaders(people, request), asResponse: true }),
      reply,
    );
    return OK;
  });

  bind('changePassword', async ({ body, login, request, reply }) => {
    const attempt = throttles.password(login.person.id);
    const call = people.auth.api.changePassword({
      body: { ...body, revokeOtherSessions: true },
      headers: authHeaders(people, request),
      asResponse: true,
    });
    expectPassword(await answered(call, reply));
    attempt.succeeded();
    return OK;
  });

  bind('requestReset', async ({ body: { email }, request, reply }) => {
    throttles.reset(addressOf(request));
    if (throttles.mayMail('reset', email))
      await answered(people.auth.api.requestPasswordReset({ body: { email }, asResponse: true }), reply);
    return OK;
  });

  bind('confirmReset', async ({ body, request, reply, note }) => {
    const attempt = throttles.link(addressOf(request));
    const { result, personId } = await people.about(() =>
      answered(people.auth.api.resetPassword({ body, asResponse: true }), reply),
    );
    const person = personId === undefined ? null : await people.byId(personId);
    if (!result.ok || !person) throw new ApiError('invalid_credentials', { message: WRONG_LINK });
    attempt.succeeded();
    throttles.passwordSet(person.email);
    note({ person });
    return OK;
  });

  bind('changeEmail', async ({ body: { email, password }, login, request, reply, note }) => {
    await checkPassword(login, password, request, reply);
    note({ details: { to: email } });
    // Somebody else's address gets no link, and the asker is not told that it is somebody's.
    if (!(await findPerson(db, email)) && throttles.mayMail('confirm', email)) {
      const token = await createEmailLink(db, { personId: login.person.id, email });
      mail.send({
        to: email,
        subject: 'Your new address for Parley',
        text: 'This link makes this address the one you sign in with, within a day:',
        link: people.link('confirm-email', token),
      });
    }
    return OK;
  });

  bind('confirmEmail', async ({ body: { token }, request, note }) => {
    const attempt = throttles.link(addressOf(request));
    const confirmed = await confirmEmail(db, token);
    if (!confirmed) throw new ApiError('invalid_credentials', { message: WRONG_LINK });
    attempt.succeeded();
    note({ person: { id: confirmed.personId, email: confirmed.email } });
    return OK;
  });

  bind('listLoginSessions', async ({ login }) => {
    const logins = await listLogins(db, login.person.id);
    return { data: logins.map((one) => ({ ...one, current: one.id === login.sessionId })) };
  });

  bind('endLoginSession', async ({ login, params }) => {
    if (await endLogin(db, { personId: login.person.id, id: params.sessionId })) return OK;
    throw new ApiError('not_found', { message: 'You have no such session.' });
  });

  bind('startSecondFactor', async ({ login, body, request, reply }) => {
    const attempt = throttles.password(login.person.id);
    const call = people.auth.api.enableTwoFactor({
      body: { ...withPassword(body), method: 'totp' },
      headers: authHeaders(people, request),
      asResponse: true,
    });
    const { totpURI, backupCodes } = expectPassword(await answered(call, reply));
    attempt.succeeded();
    return { uri: String(totpURI), backupCodes: texts(backupCodes) };
  });

  bind('confirmSecondFactor', async ({ login, body, request, reply }) => {
    const attempt = throttles.password(login.person.id);
    const headers = authHeaders(people, request);
    expectPassword(await answered(people.auth.api.verifyTOTP({ body, headers, asResponse: true }), reply));
    attempt.succeeded();
    return OK;
  });

  bind('stopSecondFactor', async ({ login, body, request, reply }) => {
    const attempt = throttles.password(login.person.id);
    const headers = authHeaders(people, request);
    const call = people.auth.api.disableTwoFactor({ body: withPassword(body), headers, asResponse: true });
    expectPassword(await answered(call, reply));
    attempt.succeeded();
    return OK;
  });

  bind('renewBackupCodes', async ({ login, body, request, reply }) => {
    const attempt = throttles.password(login.person.id);
    const headers = authHeaders(people, request);
    const call = people.auth.api.generateBackupCodes({ body: withPassword(body), headers, asResponse: true });
    const { backupCodes } = expectPassword(await answered(call, reply));
    attempt.succeeded();
    return { backupCodes: texts(backupCodes) };
  });

  async function sendConfirmation(personId: string, email: string): Promise<void> {
    if (!mail.configured || !throttles.mayMail('confirm', email)) return;
    mail.send({
      to: email,
      subject: 'Confirm your address for Parley',
      text: 'This link confirms your address, within a day. Then you can sign in:',
      link: people.link('confirm-email', await createEmailLink(db, { personId, email })),
    });
  }

  /** Only whoever reads mail at the address learns that it was known already. */
  async function remindOfSignUp(email: string): Promise<void> {
    const person = await findPerson(db, email);
    if (person && !person.emailVerified) return sendConfirmation(person.id, email);
    if (!mail.configured || !throttles.mayMail('confirm', email)) return;
    mail.send({
      to: email,
      subject: 'You have signed up for Parley already',
      text: `Somebody, most likely you, tried to sign up with this address. You can sign in, or set a new password: ${people.baseUrl}`,
    });
  }

  /** People without a password came by single sign-on, and have nothing to type. */
  async function checkPassword(
    { person }: Login,
    password: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const attempt = throttles.password(person.id);
    if (await hasPassword(db, person.id)) {
      const call = people.auth.api.verifyPassword({
        body: { password: password ?? '' },
        headers: authHeaders(people, request),
        asResponse: true,
      });
      expectPassword(await answered(call, reply));
    }
    attempt.succeeded();
  }
}

const CONFLICTS: Record<string, string> = {
  TOTP_ALREADY_ENABLED: 'The second factor is on already.',
  TOTP_NOT_ENABLED: 'The second factor was not started.',
  TWO_FACTOR_NOT_ENABLED: 'The second factor is not on.',
  BACKUP_CODES_NOT_ENABLED: 'The second factor is not on.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'You have no password: ask for a link that sets one.',
};

/** Not 401: whoever is signed in stays so when they mistype. */
function expectPassword(answer: AuthAnswer): Record<string, unknown> {
  if (answer.ok) return answer.body;
  const conflict = CONFLICTS[answer.code];
  if (conflict !== undefined) throw new ApiError('conflict', { message: conflict });
  throw new ApiError('forbidden', { message: 'The password or the code is wrong.' });
}

function withPassword({ password }: { password?: string | undefined }): { password?: string } {
  return password === undefined ? {} : { password };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function noteUser(
  body: Record<string, unknown>,
  note: (note: { person: { id: string; email: string } }) => void,
): void {
  const { user } = body;
  if (typeof user !== 'object' || user === null || !('id' in user) || !('email' in user)) return;
  note({ person: { id: String(user.id), email: String(user.email) } });
}
