/**
 * Checks the keys of a large payload as soon as they have arrived, so that a sender without valid keys takes
 * no more memory than a small payload does. Small payloads are checked when they are complete.
 */

import type { Member, MemberScan } from '../base/member-scan.ts';
import type { Credentials } from './credentials.ts';
import { keysIn } from './keys-in.ts';
import { WrongKeys } from './wrong-keys.ts';

/** Payloads beyond this are large. */
const SMALL_BYTES = 64 * 1024;

export type Admission = {
  credentials: Credentials;
  now: () => number;
  /** Throws when too many wrong keys came from this address. */
  refuseGuessers: () => void;
};

/** To be called after each piece until it returns true. */
export function checkKeysEarly(admission: Admission, scan: MemberScan, pieces: readonly Buffer[]): boolean {
  if (scan.length <= SMALL_BYTES) return false;
  const header = scan.members.find(({ key }) => key === 'reconify');
  if (!header) {
    // From an address that guesses keys, a payload must begin with them.
    admission.refuseGuessers();
    return false;
  }
  // While keys are being created or revoked, they are checked when the payload is complete.
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
