import { useMutation } from '@tanstack/react-query';
import { type Ask, call, Refusal } from '../../api/call.ts';

type Body = Ask<'POST /v1/auth/sign-up'>['body'];

const TAKEN = 'This address already has an account with another password. Sign in, or reset your password.';

/** Signs up, and then signs in unless the email has to be confirmed first. */
export function useSignUp() {
  return useMutation({
    async mutationFn(body: Body) {
      const { next } = await call('POST /v1/auth/sign-up', { body });
      if (next === 'sign_in') {
        const { email, password } = body;
        await call('POST /v1/auth/sign-in', { body: { email, password } }).catch((error: unknown) => {
          // The server does not disclose whether an address is taken; a failed sign-in means that it is.
          if (error instanceof Refusal && error.status === 401)
            throw new Refusal(error.status, error.code, TAKEN);
          throw error;
        });
      }
      return next;
    },
  });
}
