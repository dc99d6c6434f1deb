/** The description of one route. */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export const SCOPES = ['read', 'replay', 'score'] as const;
export type Scope = (typeof SCOPES)[number];

export type RouteAccess =
  /** Everyone. */
  | { kind: 'public' }
  /** The application key and the API key. */
  | { kind: 'keys'; in: 'payload' | 'headers' }
  /** A read token of the application with this scope, or a signed-in person whose role allows the same. */
  | {
      kind: 'application';
      scope: Scope;
      /** Also with the application key and the API key, in headers. */
      orKeys?: true;
    }
  /** Everyone who is signed in. */
  | { kind: 'login' }
  /**
   * A signed-in person whose role allows it, in the account of the path or of the application in the path.
   */
  | { kind: 'member'; permission: Permission }
  /**
   * A signed-in person whose role allows it in the account of the queue in the path, and who reviews or manages the
   * queue.
   */
  | { kind: 'queue'; permission: Permission };

/** Groups of routes in the documentation. */
export const TAGS = {
  Ingest: 'Exchanges with a model, as they are sent: with `POST /track` or with OpenTelemetry.',
  Interactions:
    'Recorded exchanges: lists, single ones, the bytes that were sent, exports and the live tail.',
  Scores: 'What people, programs and reviewers think of interactions, sessions, users and traces.',
  Review: 'Queues of interactions or sessions that people answer questions about.',
  Channels: 'Where messages go: webhooks, Slack, email and PagerDuty, and their deliveries.',
  Sessions: 'Interactions that belong together, as one conversation.',
  Users: 'The people that interactions name.',
  Prompts: 'System prompts with their tools, as they were seen.',
  Analytics: 'Measures over time and by dimensions, and what they can be narrowed by.',
  Monitors: 'Measures that are judged again and again, and tell people when they leave their bounds.',
  Reports: 'The figures of a view, sent once in a day, a week or a month.',
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
  /** Parameters are written `:name`. */
  path: `/${string}`;
  /** Group in the documentation. */
  tag: Tag;
  summary: string;
  description?: string;
  access: RouteAccess;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Request headers, for the documentation. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** Content types of the request body; JSON when absent. */
  takes?: readonly string[];
  /** Example of a request body, for the documentation. */
  example?: unknown;
  /** Body of a 200 response. */
  answer: z.ZodType;
  /** Content types of a 200 response; JSON when absent. */
  media?: readonly string[];
  /** Error body other than `ErrorBody`, of the same content type as a 200 response. */
  refusal?: z.ZodType;
  /** Responds with a redirect instead of a 200. */
  redirects?: true;
  /** Responds with an `ETag`, and with 304 to a client that has that version. */
  cached?: true;
  /** Errors beside those that follow from access, parameters and body. */
  errors?: readonly ErrorCode[];
  /** Action in the audit log, for routes that change something. */
  audit?: string;
};
