/** Accessors of attributes that accept any value. */
import type { Attributes, Value } from './telemetry.ts';

/** The first of these attributes that is a non-empty string or a number. */
export function firstText(attributes: Attributes, names: Iterable<string>): string | null {
  for (const name of names) {
    const value = textOf(attributes.get(name));
    if (value !== null) return value;
  }
  return null;
}

/** The first of these attributes that is a number of 0 or more. */
export function firstNumber(attributes: Attributes, names: Iterable<string>): number | null {
  for (const name of names) {
    const value = numberOf(attributes.get(name));
    if (value !== null) return value;
  }
  return null;
}

export function textOf(value: Value | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value.toWellFormed();
  return typeof value === 'number' ? String(value) : null;
}

/** Some instrumentations write numbers as strings. */
function numberOf(value: Value | undefined): number | null {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 ? number : null;
}
