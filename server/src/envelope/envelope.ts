/**
 * Reads the envelope of a payload: everything but the bytes of `request` and `response`, in a list of steps
 * that add their findings to `notes`.
 */
import { FORMATS, type Format, isFormat, PROVIDER_LENGTH, PROVIDER_NAME } from '@parley/contract';
import { isObject, type Json } from '../base/json.ts';
import { readEmail, readFlag, readMinutes, readShortened, readText, readUserId } from './fields.ts';
import type { Envelope, Person } from './journal-entry.ts';
import { readLabels } from './labels.ts';
import { isAbsent, kindOf, type Notes } from './notes.ts';
import { readTimestamps } from './timestamps.ts';
import { readTrace } from './trace.ts';
import { readType } from './types.ts';
import { checkUpstreamFields } from './upstream-fields.ts';

const NAME_LENGTH = 256;
const TEXT_LENGTH = 64;

const TOP_LEVEL = new Set([
  'reconify',
  'timestamps',
  'session',
  'sessionTimeout',
  'sessionTimeOut',
  'user',
  'labels',
  'trace',
  'request',
  'response',
]);
const HEADER = new Set(['format', 'type', 'version', 'provider', 'appKey', 'apiKey']);
const USER = new Set(['userId', 'email', 'isAuthenticated', 'firstName', 'lastName', 'phone', 'gender']);

/** Gemini's response fields that some clients put at the top level of the payload. */
export const TOP_LEVEL_RESPONSE = [
  'candidates',
  'promptFeedback',
  'usageMetadata',
  'modelVersion',
  'responseId',
  'createTime',
] as const;

/** Null when there are issues, which are all in `notes`. */
export function readEnvelope(
  payload: Json,
  receivedAt: number,
  defaultTimeout: number,
  notes: Notes,
): Envelope | null {
  const header = isObject(payload.reconify) ? payload.reconify : {};
  const format = readFormat(header.format, notes);
  const type = readType(header.type, format, payload, notes);
  const version = readVersion(header.version, notes);
  const provider = readProvider(header.provider, notes);
  const times = readTimestamps(payload.timestamps, receivedAt, notes);
  const session = readText(payload.session, 'session', NAME_LENGTH, notes);
  const sessionTimeout = readSessionTimeout(payload, notes) ?? defaultTimeout;
  const user = readUser(payload.user, notes);
  const labels = readLabels(payload.labels, notes);
  const trace = readTrace(payload.trace, notes);
  readExchange(payload, format, type, notes);
  warnOfUnknown(payload, header, format, notes);

  if (notes.issues.length > 0 || !format || !type || !version) return null;
  return {
    format,
    type,
    version,
    ...(provider !== null && { provider }),
    session,
    sessionTimeout,
    user,
    ...times,
    ...(labels && { labels }),
    ...(trace && { trace }),
  };
}

/** Whether the fields of the response are at the top level instead of in `response`. */
export function hasTopLevelResponse(payload: Json): boolean {
  const absent = payload.response === undefined || payload.response === null;
  return absent && (payload.candidates !== undefined || payload.promptFeedback !== undefined);
}

function readFormat(value: unknown, notes: Notes): Format | null {
  if (isFormat(value)) return value;
  const sent = typeof value === 'string' ? `not "${value.slice(0, 64)}"` : `not ${kindOf(value)}`;
  notes.issue(
    'reconify.format',
    'unknown_format',
    `reconify.format must be one of ${FORMATS.join(', ')}, ${sent}.`,
  );
  return null;
}

function readVersion(value: unknown, notes: Notes): string | null {
  if (typeof value === 'string' && value.length <= TEXT_LENGTH && /^\d+\.\d+\.\d+$/.test(value)) return value;
  notes.issue(
    'reconify.version',
    'invalid_version',
    'reconify.version must be three numbers such as "3.1.0".',
  );
  return null;
}

function readProvider(value: unknown, notes: Notes): string | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'string') {
    if (PROVIDER_NAME.test(value)) return value;
    if (PROVIDER_NAME.test(value.slice(0, PROVIDER_LENGTH)) && !/[^a-z0-9_.-]/.test(value))
      return readShortened(value, 'reconify.provider', PROVIDER_LENGTH, notes);
  }
  notes.issue(
    'reconify.provider',
    'invalid_provider',
    'reconify.provider must be a name of up to 32 small letters, digits, "_", "." and "-", such as "groq".',
  );
  return null;
}

function readSessionTimeout(payload: Json, notes: Notes): number | null {
  const { sessionTimeout, sessionTimeOut } = payload;
  if (sessionTimeOut !== undefined && sessionTimeOut !== null) {
    if (sessionTimeout === undefined || sessionTimeout === null) {
      notes.warn('sessionTimeOut', 'spelling', 'sessionTimeOut was read as sessionTimeout.');
      return readMinutes(sessionTimeOut, 'sessionTimeOut', notes);
    }
    notes.warn('sessionTimeOut', 'spelling', 'sessionTimeOut was ignored: sessionTimeout was sent as well.');
  }
  return readMinutes(sessionTimeout, 'sessionTimeout', notes);
}

function readUser(value: unknown, notes: Notes): Person | null {
  if (value === undefined || value === null) return null;
  if (!isObject(value)) {
    notes.issue('user', 'invalid_type', `user must be an object, not ${kindOf(value)}.`);
    return null;
  }
  const person: Person = {
    userId: readUserId(value.userId, 'user.userId', NAME_LENGTH, notes),
    email: readEmail(value.email, 'user.email', NAME_LENGTH, notes),
    isAuthenticated: readFlag(value.isAuthenticated, 'user.isAuthenticated', notes),
    firstName: readText(value.firstName, 'user.firstName', NAME_LENGTH, notes),
    lastName: readText(value.lastName, 'user.lastName', NAME_LENGTH, notes),
    phone: readText(value.phone, 'user.phone', TEXT_LENGTH, notes),
    gender: readText(value.gender, 'user.gender', TEXT_LENGTH, notes),
  };
  for (const key of Object.keys(value)) {
    if (!USER.has(key)) warnIgnored(`user.${key}`, notes);
  }
  if (Object.values(person).every((field) => field === null)) return null;
  if (person.userId === null && person.email === null) {
    notes.warn(
      'user',
      'anonymous_user',
      'user has neither userId nor email: every interaction counts as a new user.',
    );
  }
  return person;
}

function readExchange(payload: Json, format: Format | null, type: string | null, notes: Notes): void {
  const { request } = payload;
  let { response } = payload;
  if (format === 'gemini' && hasTopLevelResponse(payload)) {
    notes.warn(
      'response',
      'top_level_response',
      'The response fields at the top level were read as response.',
    );
    response = payload;
  }
  if (!isObject(request)) requireObject(request, 'request', notes);
  // Clients may send the bare answer of a model that has no format of its own.
  if (format === 'universal' && typeof response === 'string') {
    notes.warn('response', 'text_response', 'response is text and was read as the answer.');
    return;
  }
  if (!isObject(response)) requireObject(response, 'response', notes);
  if (isObject(request) && isObject(response) && format) {
    checkUpstreamFields(format, type ?? '', request, response, notes);
  }
}

function requireObject(value: unknown, path: string, notes: Notes): void {
  notes.issue(path, 'required', `${path} must be an object, not ${kindOf(value)}.`);
}

function warnOfUnknown(payload: Json, header: Json, format: Format | null, notes: Notes): void {
  const readAsResponse = format === 'gemini' && hasTopLevelResponse(payload);
  for (const key of Object.keys(payload)) {
    if (TOP_LEVEL.has(key)) continue;
    if (readAsResponse && TOP_LEVEL_RESPONSE.some((name) => name === key)) continue;
    warnIgnored(key, notes);
  }
  for (const key of Object.keys(header)) {
    if (!HEADER.has(key)) warnIgnored(`reconify.${key}`, notes);
  }
}

function warnIgnored(path: string, notes: Notes): void {
  const shown = path.length > 80 ? `${path.slice(0, 80)}…` : path;
  notes.warn(shown, 'unknown_field', `${shown} is not part of the payload and was ignored.`);
}
