/**
 * Who somebody is, is what a signed id token says, and nothing else. better-auth checks its signature, issuer,
 * audience and nonce where there is one, and takes the answer of the userinfo address where there is none; here a
 * sign-in without it is refused, and the token has to say more.
 */
import { EmailAddress, typedText } from '@parley/contract';
import type { BetterAuthPlugin } from 'better-auth/types';
import { z } from 'zod';

/** What clocks may differ by. */
const SKEW_S = 60;
/** A token that answers a sign-in was made for it. */
const OLDEST_S = 60 * 60;
const LONGEST_NAME = 100;

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
            if (!found) return refuse('the id token is not valid, or nobody is named.');
            // better-auth has just verified this very token.
            const token = claimsIn(idToken, clientId);
            if ('problem' in token) return refuse(token.problem);
            const { sub } = token;
            const profile = Profile.safeParse(found.data);
            if (!profile.success) return refuse('it names nobody, or no address that mail can be sent to.');
            const { email, email_verified, name } = profile.data;
            if (profile.data.sub !== sub) return refuse('the userinfo address names somebody else.');
            const emailVerified = email_verified === true || email_verified === 'true';
            return {
              user: {
                email,
                emailVerified,
                name: [...typedText(name ?? '')].slice(0, LONGEST_NAME).join(''),
              },
              data: { ...found.data, id: sub, sub },
            };
          },
        })),
      },
    }),
  };
}

/** Some providers send their flags as texts. */
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
  /** In time, as better-auth says; it takes a token without. */
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
  if (iat > now + SKEW_S) return { problem: 'the id token is from the future.' };
  if (iat < now - OLDEST_S) return { problem: 'the id token is more than an hour old.' };
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined)
    return { problem: 'the id token is for several clients, and does not say for which one it was made.' };
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
