/**
 * Identifies people by a signed id token and nothing else. better-auth verifies its signature, issuer,
 * audience and nonce if there is one, and otherwise falls back to the userinfo endpoint; here a sign-in
 * without an id token is refused, and more claims are required.
 */
import { EmailAddress, typedText } from '@parley/contract';
import type { BetterAuthPlugin } from 'better-auth/types';
import { z } from 'zod';

/** Allowed clock difference. */
const MAX_CLOCK_SKEW_S = 60;
/** Maximum age of an id token: it must have been issued for this sign-in. */
const MAX_TOKEN_AGE_S = 60 * 60;
const MAX_NAME_LENGTH = 100;

type Strictness = { clientId: string; onProblem: (message: string) => void };

export function strictOidc({ clientId, onProblem }: Strictness): BetterAuthPlugin {
  const refuse = (problem: string): null => {
    onProblem(`The identity provider's answer is refused: ${problem}`);
    return null;
  };
  return {
    id: 'strict-oidc',
    init: ({ socialProviders }) => ({
      context: {
        socialProviders: socialProviders.map((provider) => ({
          ...provider,
          async getUserInfo(tokens) {
            const { idToken, expectedIdTokenNonce } = tokens;
            if (idToken === undefined) return refuse('it has no id token.');
            if (!expectedIdTokenNonce) return refuse('no nonce was asked for.');
            const found = await provider.getUserInfo(tokens);
            if (!found) return refuse('the id token is not valid or has no subject.');
            // better-auth has just verified this token.
            const token = claimsIn(idToken, clientId);
            if ('problem' in token) return refuse(token.problem);
            const { sub } = token;
            const profile = Profile.safeParse(found.data);
            if (!profile.success) return refuse('the profile has no subject or no valid email.');
            const { email, email_verified, name } = profile.data;
            if (profile.data.sub !== sub) return refuse('the userinfo endpoint returned another subject.');
            const emailVerified = email_verified === true || email_verified === 'true';
            return {
              user: {
                email,
                emailVerified,
                name: [...typedText(name ?? '')].slice(0, MAX_NAME_LENGTH).join(''),
              },
              data: { ...found.data, id: sub, sub },
            };
          },
        })),
      },
    }),
  };
}

/** Some providers send flags as strings. */
const Profile = z.object({
  sub: z.string(),
  email: EmailAddress.nullish(),
  email_verified: z.unknown(),
  name: z.string().optional().catch(undefined),
});

const Claims = z.object({
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  /** better-auth checks it, but accepts a token without it. */
  exp: z.number(),
  iat: z.number(),
});

function claimsIn(idToken: string, clientId: string): { sub: string } | { problem: string } {
  const claims = Claims.safeParse(payloadOf(idToken));
  if (!claims.success) {
    const names = claims.error.issues.map(({ path }) => path.join('.'));
    return { problem: `the id token has no valid ${names.join(', ')}.` };
  }
  const { sub, aud, azp, iat } = claims.data;
  const now = Date.now() / 1000;
  if (iat > now + MAX_CLOCK_SKEW_S) return { problem: 'the id token is from the future.' };
  if (iat < now - MAX_TOKEN_AGE_S) return { problem: 'the id token is more than an hour old.' };
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined)
    return { problem: 'the id token is for several clients and does not say for which one it was made.' };
  if (azp !== undefined && azp !== clientId) return { problem: 'the id token was made for another client.' };
  return { sub };
}

function payloadOf(idToken: string): unknown {
  try {
    return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return null;
  }
}
