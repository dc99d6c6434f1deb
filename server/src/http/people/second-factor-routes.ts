/** The second factor of the signed-in person: TOTP, with backup codes. */
import { useTotpCode } from '../../accounts/people/totp-codes.ts';
import type { Bind } from '../bind.ts';
import { requireSuccess, wrongPassword } from './auth-errors.ts';
import { authHeaders } from './login.ts';
import type { PeopleContext } from './people-context.ts';

const OK = { status: 'ok' } as const;

export function secondFactorRoutes(bind: Bind, { people }: { people: PeopleContext }): void {
  const { throttles } = people;

  bind('startSecondFactor', async ({ login, body, request, byAuth }) => {
    const attempt = throttles.password(login.person.id);
    const answer = await byAuth(() =>
      people.auth.api.enableTwoFactor({
        body: { ...withPassword(body), method: 'totp' },
        headers: authHeaders(people, request),
        asResponse: true,
      }),
    );
    const { totpURI, backupCodes } = requireSuccess(answer);
    attempt.succeeded();
    return { uri: String(totpURI), backupCodes: texts(backupCodes) };
  });

  bind('confirmSecondFactor', async ({ login, body, request, byAuth }) => {
    const attempt = throttles.password(login.person.id);
    const headers = authHeaders(people, request);
    const { auth } = people;
    const answer = await byAuth(() => auth.api.verifyTOTP({ body, headers, asResponse: true }), {
      async done(_, { tx }) {
        const isNew = await useTotpCode(tx, auth, { personId: login.person.id, code: body.code });
        if (!isNew) throw wrongPassword();
      },
    });
    requireSuccess(answer);
    attempt.succeeded();
    return OK;
  });

  bind('stopSecondFactor', async ({ login, body, request, byAuth }) => {
    const attempt = throttles.password(login.person.id);
    const asked = { body: withPassword(body), headers: authHeaders(people, request) };
    requireSuccess(await byAuth(() => people.auth.api.disableTwoFactor({ ...asked, asResponse: true })));
    attempt.succeeded();
    return OK;
  });

  bind('renewBackupCodes', async ({ login, body, request, byAuth }) => {
    const attempt = throttles.password(login.person.id);
    const asked = { body: withPassword(body), headers: authHeaders(people, request) };
    const answer = await byAuth(() => people.auth.api.generateBackupCodes({ ...asked, asResponse: true }));
    const { backupCodes } = requireSuccess(answer);
    attempt.succeeded();
    return { backupCodes: texts(backupCodes) };
  });
}

function withPassword({ password }: { password?: string | undefined }): { password?: string } {
  return password === undefined ? {} : { password };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
