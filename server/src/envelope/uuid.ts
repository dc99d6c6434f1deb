/**
 * Interaction ids. A UUIDv7 has the time of receipt and is new every time. A UUIDv8 is derived from a hash,
 * so the same interaction always has the same id: only such interactions can be duplicates.
 */
import { hash, randomFillSync } from 'node:crypto';

// Random bytes are drawn in blocks: a call for each id would cost more than everything else.
const pool = Buffer.allocUnsafe(10 * 512);
let used = pool.length;

export function newId(now: number): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.toString('hex', used, used + 10);
  used += 10;
  const time = Math.max(0, Math.trunc(now)).toString(16).padStart(12, '0');
  return format(time + random, '7');
}

export function digestOf(part: string | Uint8Array): string {
  return hash('sha256', part, 'hex');
}

/**
 * The id derived from a digest: the same on every node and after every restart. The text is hashed before the
 * scope is added, so it cannot imitate another scope.
 */
export function derivedId(scope: string, digest: string): string {
  return format(hash('sha256', `${scope}\n${digest}`, 'hex'), '8');
}

export function isDerivedId(id: string): boolean {
  return id[14] === '8';
}

/** Lays out 32 hex digits as a UUID of the given version; the digits they displace are dropped. */
function format(hex: string, version: '7' | '8'): string {
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
