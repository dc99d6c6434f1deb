/** People, accounts, and what an account has: members, invitations, keys, an audit log. */
import { z } from 'zod';
import { CursorText, Limit, pageOf } from './filters.ts';
import { From, Instant, To } from './instant.ts';
import { MemberRole, Permission } from './permissions.ts';
import { PriceOverride } from './prices.ts';
import { Timestamp } from './record.ts';
import { SCOPES } from './route.ts';
import { Text, TrimmedText } from './text.ts';

export const EmailAddress = z
  .email()
  .max(254)
  .transform((address) => address.toLowerCase());
/** Long enough to be hard to guess; any characters that can be typed. */
export const NewPassword = Text.min(10).max(128);
/** For checking a password: earlier versions accepted any text. */
const Password = z.string().min(1).max(128);
const Name = TrimmedText.min(1).max(100);
const LinkToken = Text.min(1).max(200);

export const Done = z.object({ status: z.literal('ok') });
export type Done = z.infer<typeof Done>;

export const SignInOptions = z.object({
  signup: z.enum(['open', 'invite', 'closed']),
  /** True until someone has signed up: the first person may, unless sign-up is closed. */
  empty: z.boolean(),
  /** Whether links are sent by email; otherwise they are in the server log. */
  mail: z.boolean(),
  oidc: z.object({ name: z.string() }).nullable(),
});
export type SignInOptions = z.infer<typeof SignInOptions>;

export const SignUpBody = z
  .object({
    email: EmailAddress,
    password: NewPassword,
    name: Name.optional().describe('The part of the address before the @, when absent'),
    accountName: Name.optional().describe('What the new account is called'),
    invitation: LinkToken.optional().describe('Joins that account instead of making a new one'),
  })
  .strict();
/** The same response whether or not the email address was taken. */
export const SignedUp = z.object({
  status: z.literal('ok'),
  next: z.enum(['sign_in', 'confirm_address']).describe('Sign in, or open the link in the mail first'),
});

export const SignInBody = z
  .object({
    email: EmailAddress,
    password: Password,
    remember: z.boolean().default(true).describe('False: signed in until the browser is closed'),
  })
  .strict();
export const SignedIn = z.object({ status: z.enum(['ok', 'second_factor']) });

export const SecondFactorBody = z
  .object({
    code: z
      .string()
      .regex(/^\d{6}$/, 'Six digits')
      .optional(),
    backupCode: Text.min(1).max(40).optional(),
    remember: z.boolean().optional(),
  })
  .strict()
  .refine(({ code, backupCode }) => (code === undefined) !== (backupCode === undefined), {
    message: 'Either a code or a backup code',
  });

export const ChangePasswordBody = z.object({ currentPassword: Password, newPassword: NewPassword }).strict();
export const ResetRequestBody = z.object({ email: EmailAddress }).strict();
export const ResetBody = z.object({ token: LinkToken, newPassword: NewPassword }).strict();
export const ChangeEmailBody = z.object({ email: EmailAddress, password: Password.optional() }).strict();
export const TokenBody = z.object({ token: LinkToken }).strict();
/** Prefix of tokens that complete a sign-up, for which the page asks for the password. */
export const SIGN_UP_LINK = 'su_';
export const ConfirmEmailBody = z
  .object({
    token: LinkToken,
    password: Password.optional().describe(
      'The one chosen at sign-up. When given, it has to be right: so nobody confirms by mistake what somebody else began with their address',
    ),
  })
  .strict();
export const ConfirmedEmail = Done.extend({ email: z.string().describe('What to sign in with') });
/** The current password; people who use single sign-on may have none. */
export const PasswordBody = z.object({ password: Password.optional() }).strict();
export const CodeBody = z.object({ code: z.string().regex(/^\d{6}$/, 'Six digits') }).strict();

export const LoginSession = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export const LoginSessionList = z.object({ data: z.array(LoginSession) });

export const SecondFactorStarted = z.object({
  uri: z.string().describe('For the authenticator app, as a link or a picture; shown this once'),
  backupCodes: z.array(z.string()),
});
export const BackupCodes = z.object({ backupCodes: z.array(z.string()) });

/** Where to go after single sign-on: a path of this server, never another origin. */
export const ReturnPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\s]*$/, 'A path of this server')
  .default('/');
export const OidcStartQuery = z.object({ return: ReturnPath }).strict();
export const OidcCallbackQuery = z.looseObject({});

export const Application = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  appKey: z.string(),
  ingestUrl: z.string(),
  createdAt: Timestamp,
  archivedAt: Timestamp.nullable(),
  sample: z.boolean().describe('Whether its data is made up, to look around in'),
});
export const ApplicationList = z.object({ data: z.array(Application) });

export const Me = z.object({
  person: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    hasPassword: z.boolean(),
    secondFactor: z.boolean(),
  }),
  accounts: z.array(
    z.object({ id: z.string(), name: z.string(), role: MemberRole, permissions: z.array(Permission) }),
  ),
  applications: z.array(Application),
});
export type Me = z.infer<typeof Me>;

export const Account = z.object({ id: z.string(), name: z.string(), createdAt: Timestamp });
export const NameBody = z.object({ name: Name }).strict();

export const Member = z.object({
  id: z.string(),
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  role: MemberRole,
  secondFactor: z.boolean(),
  createdAt: Timestamp,
});
export const MemberList = z.object({ data: z.array(Member) });
export const MemberRoleBody = z.object({ role: MemberRole }).strict();

export const Invitation = z.object({
  id: z.string(),
  email: z.string().nullable().describe('Null: whoever has the link'),
  role: MemberRole,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  invitedBy: z.string().nullable(),
});
export const InvitationList = z.object({ data: z.array(Invitation) });
export const InviteBody = z.object({ role: MemberRole, email: EmailAddress.optional() }).strict();
/** The only response that contains the link. */
export const CreatedInvitation = Invitation.extend({ link: z.string() });
/** What an invited person sees before accepting. */
export const InvitationPreview = z.object({
  accountName: z.string(),
  role: MemberRole,
  email: z.string().nullable(),
  expiresAt: Timestamp,
});
export const Joined = z.object({ accountId: z.string(), role: MemberRole });

export const AuditEntry = z.object({
  id: z.string(),
  at: Timestamp,
  action: z.string(),
  /** The actor: a person's email address, or "command line". */
  actor: z.string(),
  personId: z.string().nullable(),
  appId: z.string().nullable(),
  /** Id of the object that was changed. */
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
const AuditFilters = z.object({
  from: From.optional(),
  to: To.optional(),
  action: Text.max(64).optional().describe('An action, or its beginning up to the dot'),
  person: Text.max(64).optional(),
  appId: Text.max(64).optional(),
});
export const AuditExportQuery = AuditFilters.strict();
export const AuditQuery = AuditFilters.extend({ limit: Limit, cursor: CursorText.optional() }).strict();
export type AuditQuery = z.output<typeof AuditQuery>;
export const AuditList = pageOf(AuditEntry);

/** The only response that contains the API key. */
export const CreatedApplication = Application.extend({ apiKey: z.string(), keyId: z.string() });

/** Deletion is final, so the caller repeats the current name. */
export const DeleteApplicationBody = z.object({ name: z.string().max(200) }).strict();

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().describe('The last characters'),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
});
export const ApiKeyList = z.object({ data: z.array(ApiKey) });
export const CreatedApiKey = z.object({ keyId: z.string(), apiKey: z.string() });
export const RotateBody = z
  .object({
    overlapMinutes: z
      .number()
      .nonnegative()
      .max(90 * 24 * 60)
      .default(24 * 60)
      .describe('How long the old key still works'),
  })
  .strict();
export const RotatedApiKey = CreatedApiKey.extend({ oldKeyEndsAt: Timestamp });

const TokenScope = z.enum(SCOPES);
export const ReadToken = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().describe('The last characters'),
  scopes: z.array(TokenScope),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
});
export const ReadTokenList = z.object({ data: z.array(ReadToken) });
export const NewTokenBody = z
  .object({
    name: Name,
    scopes: z.array(TokenScope).min(1).default(['read']),
    expiresAt: Instant.optional().describe('Never, when absent'),
  })
  .strict();
export const CreatedToken = z.object({ id: z.string(), token: z.string() });

const usdPerMillion = z.number().nonnegative().max(1_000_000);
export const PriceList = z.object({ data: z.array(PriceOverride) });
export const NewPriceBody = z
  .object({
    model: Text.min(1)
      .max(256)
      .regex(/^[^*\s]*\*?$/, "A model's name, or its beginning and one * at the end"),
    input: usdPerMillion,
    output: usdPerMillion,
    cachedInput: usdPerMillion.nullable().default(null),
    cacheWrite: usdPerMillion.nullable().default(null),
    from: From.nullable().default(null),
    to: To.nullable().default(null),
  })
  .strict()
  .refine(({ from, to }) => from === null || to === null || from < to, {
    path: ['to'],
    message: 'Must be later than `from`',
  });
