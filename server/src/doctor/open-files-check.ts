/** Checks how many files the server's process may have open: sockets, segments, and those of SQLite. */
import { readFileSync } from 'node:fs';
import { bad, type Finding, ok, warn } from './finding.ts';

const MIN_OPEN_FILES = { bad: 1024, warn: 4096 };
const ADVICE = 'Raise it to 65536: LimitNOFILE in systemd, "ulimits" in Compose, "ulimit -n" in a shell.';

/** The limits file of Linux; null elsewhere. `pid`: of the server, or `self`. */
export function inspectLimits(pid: number | 'self'): string | null {
  try {
    return readFileSync(`/proc/${pid}/limits`, 'utf8');
  } catch {
    return null;
  }
}

export function checkOpenFiles(limits: string | null): Finding[] {
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits ?? '')?.[1];
  if (soft === undefined) return [ok('open files', 'Not checked: this system does not say')];
  const found = `${soft} may be open`;
  if (soft === 'unlimited' || Number(soft) >= MIN_OPEN_FILES.warn) return [ok('open files', found)];
  return [
    Number(soft) < MIN_OPEN_FILES.bad ? bad('open files', found, ADVICE) : warn('open files', found, ADVICE),
  ];
}
