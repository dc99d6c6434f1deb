/** What the routes of the console share: authentication, mail, throttles and the sign-up policy. */
import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { findInvitationFor } from '../../accounts/members/find-invitation.ts';
import { type Auth, type AuthSetup, createAuth, type Newcomer } from '../../accounts/people/auth.ts';
import { AuthWrites } from '../../accounts/people/auth-writes.ts';
import type { SignupPolicy } from '../../accounts/people/sign-up.ts';
import { checkPolicy } from '../../accounts/people/sign-up.ts';
import { welcomeNewcomer } from '../../accounts/people/welcome-newcomer.ts';
import { ApiError } from '../../base/errors.ts';
import type { Config } from '../../config.ts';
import type { Tables } from '../../metadata/tables.ts';
import type { Mail } from './mail.ts';
import { Throttles } from './throttles.ts';

export type PeopleOptions = {
  db: Kysely<Tables>;
  secret: string;
  config: Pick<Config, 'signup' | 'trustProxy' | 'oidc' | 'publicUrl'>;
  mail: Mail;
  log: Logger;
  /** The URL the server listens on; known once it does. */
  listensAt: () => string;
};

export class PeopleContext {
  readonly db: Kysely<Tables>;
  readonly signup: SignupPolicy;
  readonly trustProxy: number;
  readonly mail: Mail;
  readonly log: Logger;
  readonly throttles = new Throttles();
  readonly #options: PeopleOptions;
  #auth: Auth | undefined;
  #oidc: Promise<Auth> | undefined;

  constructor(options: PeopleOptions) {
    this.#options = options;
    this.db = options.db;
    this.signup = options.config.signup;
    this.trustProxy = options.config.trustProxy;
    this.mail = options.mail;
    this.log = options.log;
  }

  /** The public URL. */
  get baseUrl(): string {
    return this.#options.config.publicUrl ?? this.#options.listensAt();
  }

  get auth(): Auth {
    this.#auth ??= createAuth(this.#setup());
    return this.#auth;
  }

  get oidcName(): string | null {
    return this.#options.config.oidc?.name ?? null;
  }

  /** With the identity provider, which is discovered on first use, and again until it answers. */
  async oidc(): Promise<Auth> {
    this.#oidc ??= this.#connectOidc();
    try {
      return await this.#oidc;
    } catch (error) {
      this.#oidc = undefined;
      throw error;
    }
  }

  /** A link to a page of the console. The part after # is not sent to any server. */
  link(page: string, token: string): string {
    return `${this.baseUrl}/${page}#token=${token}`;
  }

  async #connectOidc(): Promise<Auth> {
    const { oidc } = this.#options.config;
    if (!oidc) throw new ApiError('not_found', { message: 'No identity provider is configured.' });
    const auth = createAuth({
      ...this.#setup(),
      oidc: {
        ...oidc,
        callbackUrl: `${this.baseUrl}/v1/auth/oidc/callback`,
        admit: (newcomer) => this.#admit(newcomer),
        welcome: (newcomer) => this.#welcome(newcomer),
      },
    });
    const [provider] = (await auth.$context).socialProviders;
    if (!provider) {
      throw new ApiError('unavailable', {
        message: 'The identity provider is not responding.',
        retryAfter: 10,
      });
    }
    // Issuers in the settings have no trailing slash.
    if (provider.issuer?.replace(/\/+$/, '') === oidc.issuer) return auth;
    throw new ApiError('unavailable', {
      message:
        'The identity provider calls itself something else than this server’s settings do. The operator has to set PARLEY_OIDC_ISSUER to what its discovery document says.',
      retryAfter: 10,
      reason: `${oidc.issuer}/.well-known/openid-configuration has the issuer ${provider.issuer}`,
    });
  }

  #setup(): AuthSetup {
    return {
      db: this.db,
      secret: this.#options.secret,
      baseUrl: this.baseUrl,
      confirmAddresses: this.mail.configured,
      onSignIn(personId) {
        const writes = AuthWrites.current();
        if (writes) writes.personId = personId;
      },
      onProblem: (message) => this.log.warn({ reason: message }, 'sign-in problem'),
    };
  }

  async #admit({ email, emailVerified }: Pick<Newcomer, 'email' | 'emailVerified'>): Promise<void> {
    const db = (await AuthWrites.current()?.reading()) ?? this.db;
    const invited = emailVerified && (await findInvitationFor(db, email)) !== null;
    try {
      await checkPolicy(db, this.signup, invited);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new APIError('FORBIDDEN', { code: 'sign_up_closed', message: error.message });
    }
  }

  async #welcome(newcomer: Newcomer): Promise<void> {
    await welcomeNewcomer((await AuthWrites.current()?.begin()) ?? this.db, newcomer);
  }
}
