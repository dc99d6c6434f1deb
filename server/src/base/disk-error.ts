/** Explains to an operator what a full, read-only or failing disk means, whichever component met it. */

type Trouble = 'full' | 'closed' | 'failing';

/** Error codes of the system and of ClickHouse (243: cannot reserve space). */
const CODES: Readonly<Record<string, Trouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  '243': 'full',
  EROFS: 'closed',
  EACCES: 'closed',
  EPERM: 'closed',
  EIO: 'failing',
};

/** SQLite's READONLY, IOERR, FULL and CANTOPEN. A full disk may report any of the last three. */
const SQLITE_CODES: Readonly<Record<number, Trouble>> = {
  8: 'closed',
  10: 'failing',
  13: 'full',
  14: 'closed',
};

const WHAT_TO_DO: Readonly<Record<Trouble, string>> = {
  full: 'The disk is full: make room on it, and try again.',
  closed:
    'The disk or the folder takes no writes: mount it for writing, or give it to the user that runs Parley.',
  failing: 'The disk did not do what it was asked: see whether it is full or failing.',
};

/** Two sentences, what happened and what to do; null if the error is not about a disk. */
export function diskError(error: unknown): string | null {
  const trouble = troubleOf(error);
  if (trouble === null || !(error instanceof Error)) return null;
  return `${error.message.trim().replace(/\.$/, '')}. ${WHAT_TO_DO[trouble]}`;
}

function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof Error)) return null;
  // The upper bits of an extended code refine the kind of error.
  if ('errcode' in error && typeof error.errcode === 'number')
    return SQLITE_CODES[error.errcode & 0xff] ?? null;
  const trouble = 'code' in error ? (CODES[String(error.code)] ?? null) : null;
  // EACCES and EPERM also occur for ports and processes.
  return trouble === 'closed' && !('path' in error) ? null : trouble;
}
