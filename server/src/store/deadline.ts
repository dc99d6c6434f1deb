/** Until when an interaction keeps its session open, in milliseconds; capped so that it stays a valid date. */
export const DEADLINE =
  'toUnixTimestamp64Milli(responded_at) + toInt64(round(least(session_timeout * 60000, 1e14)))';
