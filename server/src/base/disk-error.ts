/** What a disk that is full, read-only or failing means to whoever runs the server, whoever met it. */

type Trouble = 'full' | 'closed' | 'failing';

/** What the system says, and ClickHouse (243: no space to reserve). */
const CODES: Readonly<Record<string, Trouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  '243': 'full',
  EROFS: 'closed',
  EACCES: 'closed',
  EPERM: 'closed',
  EIO: 'failing',
};

/** Of SQLite: READONLY, IOERR, FULL and CANTOPEN. A full disk may be any of the last three. */
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

/** Two sentences, what was said and what to do; null when the error is about something else. */
export function diskError(error: unknown): string | null {
  const trouble = troubleOf(error);
  if (trouble === null || !(error instanceof Error)) return null;
  return `${error.message.trim().replace(/\.$/, '')}. ${WHAT_TO_DO[trouble]}`;
}

function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof Error)) return null;
  // The upper bits say more than which kind it is.
  if ('errcode' in error && typeof error.errcode === 'number')
    return SQLITE_CODES[error.errcode & 0xff] ?? null;
  const trouble = 'code' in error ? (CODES[String(error.code)] ?? null) : null;
  // A port or a process may be closed to somebody, too.
  return trouble === 'closed' && !('path' in error) ? null : trouble;
}
