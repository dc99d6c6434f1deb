import type { Issue, Warning } from '@parley/contract';

/** Maximum number of notes: a payload with a million unknown keys must not make a million. */
const MAX_NOTES = 50;

/** Findings about a payload: issues reject it, warnings report how it was read. */
export class Notes {
  readonly issues: Issue[] = [];
  readonly warnings: Warning[] = [];

  issue(path: string, code: string, message: string): void {
    if (this.issues.length < MAX_NOTES) this.issues.push({ path, code, message });
  }

  warn(path: string, code: string, message: string): void {
    if (this.warnings.length < MAX_NOTES) this.warnings.push({ path, code, message });
  }
}

/** The values that clients send for an absent field. */
export function isAbsent(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** The kind of a value, for messages. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
