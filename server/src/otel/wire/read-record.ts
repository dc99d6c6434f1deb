/** What spans and log records have in common: origin, ids and times. */
import { isObject } from '../../base/json.ts';
import type { Origin } from '../telemetry.ts';
import { readAttributes } from './read-value.ts';

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/i;
const SPAN_ID = /^(?!0{16})[0-9a-f]{16}$/i;
const NANOSECONDS = /^\d{1,20}$/;
/** Digits of nanoseconds below a millisecond. */
const SUB_MS_DIGITS = 6;

export function readOrigin(resource: unknown, scope: unknown): Origin {
  const name = isObject(scope) ? scope.name : null;
  return {
    resource: readAttributes(isObject(resource) ? resource.attributes : null),
    scope: typeof name === 'string' ? name : '',
  };
}

export function readTraceId(value: unknown): string | null {
  return typeof value === 'string' && TRACE_ID.test(value) ? value.toLowerCase() : null;
}

export function readSpanId(value: unknown): string | null {
  return typeof value === 'string' && SPAN_ID.test(value) ? value.toLowerCase() : null;
}

/** Senders leave an absent id out, or write it as an empty string or zeros. */
export function isAbsentId(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && /^0*$/.test(value));
}

/** Milliseconds, from nanoseconds; null where there is no time, undefined where it is invalid. */
export function readTime(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && NANOSECONDS.test(value)) {
    const ms = Number(value.slice(0, -SUB_MS_DIGITS));
    return ms === 0 ? null : ms;
  }
  if (typeof value !== 'number' || !(value >= 0)) return undefined;
  return value === 0 ? null : Math.floor(value / 1e6);
}
