/** When an interaction lets its session end, in milliseconds, as SQL; a timeout of ages stays a date. */
export const DEADLINE =
  'toUnixTimestamp64Milli(responded_at) + toInt64(round(least(session_timeout * 60000, 1e14)))';
