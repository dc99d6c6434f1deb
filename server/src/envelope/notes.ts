import type { Issue, Warning } from '@parley/contract';

/** Enough to see what is wrong; a payload of a million unknown keys must not become a million notes. */
const MAX_NOTES = 50;

/** What reading a payload found: issues refuse it, warnings report a lenient reading. */
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

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What clients send for "nothing". */
export function isAbsent(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** For messages: what kind of thing was sent instead. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
