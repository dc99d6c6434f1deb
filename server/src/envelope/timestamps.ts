import { isObject } from '../base/json.ts';
import type { Times } from './journal-entry.ts';
import { isAbsent, kindOf, type Notes } from './notes.ts';

const EARLIEST = Date.UTC(2015, 0, 1);
const DAY = 86_400_000;

/** The `timestamps` of a payload; missing and impossible ones become the time of receipt. */
export function readTimestamps(value: unknown, receivedAt: number, notes: Notes): Times {
  if (value === undefined || value === null) return received(receivedAt);
  if (!isObject(value)) {
    notes.issue('timestamps', 'invalid_type', `timestamps must be an object, not ${kindOf(value)}.`);
    return received(receivedAt);
  }
  const request = readTime(value.request, 'timestamps.request', receivedAt, notes);
  const response = readTime(value.response, 'timestamps.response', receivedAt, notes);
  const firstToken = readTime(value.firstToken, 'timestamps.firstToken', receivedAt, notes);
  const requestedAt = request ?? (isAbsent(value.request) ? response : null) ?? receivedAt;
  const respondedAt = response ?? (isAbsent(value.response) ? requestedAt : receivedAt);
  const latencyMs = between(request, response, 'response', 'the latency is unknown', notes);
  const firstTokenMs = between(request, firstToken, 'firstToken', 'the time to it is unknown', notes);
  return { requestedAt, respondedAt, latencyMs, ...(firstToken === null ? {} : { firstTokenMs }) };
}

/** Null when a time is unknown or impossible. */
function between(
  request: number | null,
  time: number | null,
  name: string,
  otherwise: string,
  notes: Notes,
): number | null {
  if (request === null || time === null) return null;
  if (time >= request) return time - request;
  const path = `timestamps.${name}`;
  notes.warn(path, 'before_request', `${path} is earlier than timestamps.request: ${otherwise}.`);
  return null;
}

function received(at: number): Times {
  return { requestedAt: at, respondedAt: at, latencyMs: null };
}

/** Null when the time is absent, or impossible (then with a note). */
function readTime(value: unknown, path: string, receivedAt: number, notes: Notes): number | null {
  if (isAbsent(value)) return null;
  let time = value;
  if (typeof time === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(time)) {
    time = Number(time);
    notes.warn(path, 'string_as_number', `${path} is a string and was read as the number ${time}.`);
  }
  if (typeof time !== 'number' || !Number.isFinite(time)) {
    notes.issue(path, 'invalid_type', `${path} must be an integer number of milliseconds since 1970.`);
    return null;
  }
  const latest = receivedAt + DAY;
  if (time < EARLIEST && time * 1000 >= EARLIEST && time * 1000 <= latest) {
    notes.warn(path, 'seconds', `${path} was ${time}, which can only be seconds, and was read as such.`);
    return Math.trunc(time * 1000);
  }
  if (time < EARLIEST || time > latest) {
    const rule = 'which is before 2015 or more than a day ahead: the time of receipt is used instead';
    notes.warn(path, 'out_of_range', `${path} was ${time}, ${rule}.`);
    return null;
  }
  return Math.trunc(time);
}
