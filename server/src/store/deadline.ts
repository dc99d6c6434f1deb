/** The time until which an interaction keeps its session open, in milliseconds; huge timeouts are capped to a valid date. */
export const DEADLINE =
  'toUnixTimestamp64Milli(responded_at) + toInt64(round(least(session_timeout * 60000, 1e14)))';
