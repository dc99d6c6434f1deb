/** What the envelope of a payload would say of a model call. */
import type { Warning } from '@parley/contract';
import { readShortened } from '../envelope/fields.ts';
import type { Envelope } from '../envelope/journal-entry.ts';
import { Notes } from '../envelope/notes.ts';
import { callFacts } from './facts/call-facts.ts';
import type { Call } from './telemetry.ts';

export type Receipt = {
  receivedAt: number;
  /** Minutes; of the application. */
  sessionTimeout: number;
};

const LONGEST_VERSION = 256;

const UNKNOWN = { isAuthenticated: null, firstName: null, lastName: null, phone: null, gender: null };

export function callEnvelope(
  call: Call,
  { receivedAt, sessionTimeout }: Receipt,
): { envelope: Envelope; warnings: Warning[] } {
  const { provider: _, warnings, user, ...facts } = callFacts(call, receivedAt);
  const notes = new Notes();
  const envelope: Envelope = {
    ...facts,
    format: 'otel',
    // The library that made the telemetry.
    version: readShortened(call.scope.toWellFormed(), 'version', LONGEST_VERSION, notes),
    sessionTimeout,
    user: user && { ...user, ...UNKNOWN },
  };
  return { envelope, warnings: [...warnings, ...notes.warnings] };
}
