/** What a check found, and what to do about it. */
export type Level = 'ok' | 'warn' | 'bad';

export type Finding = {
  check: string;
  level: Level;
  found: string;
  /** Null if there is nothing to do. */
  advice: string | null;
};

export function ok(check: string, found: string): Finding {
  return { check, level: 'ok', found, advice: null };
}

export function warn(check: string, found: string, advice: string): Finding {
  return { check, level: 'warn', found, advice };
}

export function bad(check: string, found: string, advice: string): Finding {
  return { check, level: 'bad', found, advice };
}

export function worst(findings: readonly Finding[]): Level {
  const has = (level: Level) => findings.some((finding) => finding.level === level);
  if (has('bad')) return 'bad';
  return has('warn') ? 'warn' : 'ok';
}
