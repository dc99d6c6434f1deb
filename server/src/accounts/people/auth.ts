/**
 * better-auth on our tables: passwords (scrypt), sessions, resets, the second factor and OIDC. Its router is
 * not exposed; handlers call its functions, so that errors, audit and limits are ours.
 */
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { BetterAuthOptions } from 'better-auth/types';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { type IdPrefix, newId } from '../secrets.ts';
import { authAdapter } from './auth-adapter.ts';
import { hashedTokens } from './hashed-tokens.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { strictOidc } from './strict-oidc.ts';

export type OidcProvider = { issuer: string; clientId: string; clientSecret: string; name: string };

export type AuthSetup = {
  db: Kysely<Tables>;
  secret: string;
  /** The public URL: links point to it, and cookies are secure if it is https. */
  baseUrl: string;
  /** Whether an email has to be confirmed before its person can sign in. */
  confirmAddresses: boolean;
  onSignIn: (personId: string) => void;
  onProblem: (message: string) => void;
  oidc?: OidcSetup;
};

export type OidcSetup = OidcProvider & {
  callbackUrl: string;
  /** Throws if this new person may not sign up. */
  admit: (newcomer: Pick<Newcomer, 'email' | 'emailVerified'>) => Promise<void>;
  welcome: (newcomer: Newcomer) => Promise<void>;
};

export type Newcomer = { id: string; name: string; email: string; emailVerified: boolean };

/** The client's address as this server sees it, for the list of sessions. */
export const ADDRESS_HEADER = 'x-parley-address';
export const OIDC = 'oidc';
export const SESSION_DAYS = 30;
const DAY_S = 24 * 60 * 60;

const ID_PREFIXES: Record<string, IdPrefix> = {
  user: 'per',
  session: 'log',
  account: 'cred',
  verification: 'ver',
  twoFactor: 'sf',
};
const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(setup: AuthSetup) {
  const { db, oidc } = setup;
  return betterAuth({
    appName: 'Parley',
    baseURL: setup.baseUrl,
    basePath: '/v1/auth',
    secret: setup.secret,
    database: (options: BetterAuthOptions) => hashedTokens(authAdapter(db, options)),
    telemetry: { enabled: false },
    onAPIError: { errorURL: '/sign-in' },
    // `http/people/throttles.ts` limits attempts.
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      // Without its arguments, which may contain user input.
      log: (_level, message) => setup.onProblem(message),
    },
    advanced: {
      cookiePrefix: 'parley',
      useSecureCookies: setup.baseUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: ({ model }) => newId(ID_PREFIXES[model] ?? 'ver') },
    },
    user: { modelName: 'person', fields: { ...TIMES, emailVerified: 'email_verified' } },
    session: {
      modelName: 'login',
      expiresIn: SESSION_DAYS * DAY_S,
      updateAge: DAY_S,
      fields: {
        ...TIMES,
        userId: 'person_id',
        token: 'token_hash',
        ipAddress: 'address',
        userAgent: 'user_agent',
        expiresAt: 'expires_at',
      },
    },
    account: {
      modelName: 'credential',
      fields: {
        ...TIMES,
        userId: 'person_id',
        providerId: 'provider',
        accountId: 'subject',
        password: 'password_hash',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
    },
    verification: {
      fields: { ...TIMES, expiresAt: 'expires_at' },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      // People are created by `sign-up.ts`, together with their account; links that set a password by
      // `links.ts`.
      disableSignUp: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
      requireEmailVerification: setup.confirmAddresses,
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => oidc?.admit(user),
          after: async (user) => oidc?.welcome(user),
        },
      },
      session: { create: { after: async (session) => setup.onSignIn(session.userId) } },
      account: {
        create: {
          // The provider's tokens are not stored: the server never acts in a person's name there.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: 'Parley',
        allowPasswordless: true,
        twoFactorTable: 'second_factor',
        schema: {
          user: { fields: { twoFactorEnabled: 'second_factor_on' } },
          twoFactor: {
            fields: {
              userId: 'person_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      genericOAuth({ config: oidc ? [providerOf(oidc)] : [] }),
      strictOidc({ clientId: oidc?.clientId ?? '', onProblem: setup.onProblem }),
    ],
  });
}

function providerOf({ issuer, clientId, clientSecret, name, callbackUrl }: OidcSetup) {
  return {
    providerId: OIDC,
    name,
    clientId,
    clientSecret,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    redirectURI: callbackUrl,
    scopes: ['openid', 'email', 'profile'],
    requireIdTokenVerification: true,
  };
}
