import type { Warning } from '@parley/contract';
import { readShortened } from '../envelope/fields.ts';
import type { Envelope } from '../envelope/journal-entry.ts';
import { Notes } from '../envelope/notes.ts';
import { callFacts } from './facts/call-facts.ts';
import type { Call } from './telemetry.ts';

export type Receipt = {
  receivedAt: number;
  /** Minutes, as set for the application. */
  sessionTimeout: number;
};

const MAX_VERSION_LENGTH = 256;

const UNKNOWN = { isAuthenticated: null, firstName: null, lastName: null, phone: null, gender: null };

/** The envelope of a model call that came as telemetry. */
export function callEnvelope(
  call: Call,
  { receivedAt, sessionTimeout }: Receipt,
): { envelope: Envelope; warnings: Warning[] } {
  const { provider: _, warnings, user, ...facts } = callFacts(call, receivedAt);
  const notes = new Notes();
  const envelope: Envelope = {
    ...facts,
    format: 'otel',
    // The instrumentation library.
    version: readShortened(call.scope.toWellFormed(), 'version', MAX_VERSION_LENGTH, notes),
    sessionTimeout,
    user: user && { ...user, ...UNKNOWN },
  };
  return { envelope, warnings: [...warnings, ...notes.warnings] };
}
