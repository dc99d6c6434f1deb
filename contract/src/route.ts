/** What is said of one address of the service. */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export const SCOPES = ['read', 'replay'] as const;
export type Scope = (typeof SCOPES)[number];

export type RouteAccess =
  /** Anybody. */
  | { kind: 'public' }
  /** The application key and the API key. */
  | { kind: 'keys'; in: 'payload' | 'headers' }
  /** A read token of the application with this scope, or somebody signed in whose role allows the same. */
  | { kind: 'application'; scope: Scope }
  /** Anybody who is signed in. */
  | { kind: 'login' }
  /** Somebody signed in whose role allows it, in the account that the path names or whose application it names. */
  | { kind: 'member'; permission: Permission };

/** The groups that addresses are shown in. */
export const TAGS = {
  Ingest: 'Exchanges with a model, as they are sent: with `POST /track` or with OpenTelemetry.',
  Interactions:
    'Recorded exchanges: lists, single ones, the bytes that were sent, exports and the live tail.',
  Sessions: 'Interactions that belong together, as one conversation.',
  Users: 'The people that interactions name.',
  Analytics: 'Measures over time and by dimensions, and what they can be narrowed by.',
  Ledger: 'What became of everything that was received, and of what was refused.',
  Views: 'Pages of the console under a name, with their range and filters.',
  'Signing in': 'Signing up, in and out, passwords, second factors and identity providers.',
  Accounts: 'Accounts, their members, invitations and audit log.',
  Applications: 'Applications with their keys, read tokens, settings and prices.',
  System: 'For operators: health, metrics, and this description.',
} as const;
export type Tag = keyof typeof TAGS;

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for a part that varies. */
  path: `/${string}`;
  /** The group it is shown under. */
  tag: Tag;
  summary: string;
  description?: string;
  access: RouteAccess;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Headers with a meaning of their own here, for the description. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** What a body may be sent as; JSON when absent. */
  takes?: readonly string[];
  /** A body that it takes, for the description. */
  example?: unknown;
  /** The body of a 200. */
  answer: z.ZodType;
  /** What a 200 is sent as; JSON when absent. */
  media?: readonly string[];
  /** The body of a refusal, where it is not `ErrorBody`; sent as a 200 is. */
  refusal?: z.ZodType;
  /** What it answers is a redirect, not a 200. */
  redirects?: true;
  /** It has an `ETag`, and whoever still has that version gets a 304. */
  cached?: true;
  /** The refusals it has beside those that its access, parameters and body bring along. */
  errors?: readonly ErrorCode[];
  /** What the audit log calls it, when it changes something. */
  audit?: string;
};
