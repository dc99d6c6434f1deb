import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../base/errors.ts';
import type { BodyLimits } from './read-body.ts';

/** Throttles wrong keys by address. Valid keys are never throttled. */
export type Guessing = {
  /** Counts wrong keys; throws when too many came from this address. */
  wrongKeys: (address: string) => void;
  /** Throws when too many have come from this address already. */
  refuse: (address: string) => void;
};

type Limiting = { guessing: Guessing; limits: BodyLimits };

/** The error to answer: wrong keys are refused as such until they come too often. */
export function limited({ guessing, limits }: Limiting, request: IncomingMessage, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_credentials') return error;
  try {
    guessing.wrongKeys(limits.addressOf(request));
    return error;
  } catch (tooMany) {
    return tooMany;
  }
}
