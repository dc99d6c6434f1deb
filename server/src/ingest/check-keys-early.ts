/**
 * Whether a payload that is still coming in is worth waiting for. Small ones are looked at when they are
 * complete; of a large one, the keys are looked at as soon as they are there, so that nobody without them
 * takes up more than a small one does.
 */
import type { Credentials } from './credentials.ts';
import { keysIn } from './keys-in.ts';
import type { Member, MemberScan } from './slices.ts';
import { WrongKeys } from './wrong-keys.ts';

/** From here on a payload is large. */
const LARGE = 64 * 1024;

export type Admission = {
  credentials: Credentials;
  now: () => number;
  /** Throws when too many wrong keys came from where this one comes from. */
  refuseGuessers: () => void;
};

/** To be called after each piece; once it returns true, there is nothing more to look at. */
export function checkKeysEarly(admission: Admission, scan: MemberScan, pieces: readonly Buffer[]): boolean {
  if (scan.length <= LARGE) return false;
  const header = scan.members.find(({ key }) => key === 'reconify');
  if (!header) {
    // From a place that guesses, a payload has to begin with its keys.
    admission.refuseGuessers();
    return false;
  }
  // Keys that are being made or revoked are looked at when the payload is complete.
  if (admission.credentials.changes() !== undefined) return true;
  const sent = keysIn(bytesOf(header, pieces));
  if (!admission.credentials.authenticate(sent.appKey, sent.apiKey, admission.now()))
    throw new WrongKeys(sent);
  return true;
}

function bytesOf({ start, end }: Member, pieces: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [];
  let offset = 0;
  for (const piece of pieces) {
    if (offset < end && offset + piece.length > start)
      parts.push(piece.subarray(Math.max(0, start - offset), end - offset));
    offset += piece.length;
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}
