/** Decodes images and audio, and detects their type by the bytes rather than by what the sender claims. */
import { isFields } from './request-settings.ts';

/** Base64 in either alphabet, or an array of numbers, as some clients serialise a buffer. */
export function bytesOf(written: unknown): Uint8Array<ArrayBuffer> | null {
  if (typeof written === 'string') return fromBase64(written);
  const numbers = Array.isArray(written)
    ? written
    : isFields(written)
      ? (written.data ?? Object.values(written))
      : null;
  if (!Array.isArray(numbers) || numbers.length === 0) return null;
  return numbers.every(isByte) ? Uint8Array.from(numbers) : null;
}

function isByte(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return binary === '' ? null : Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** File signatures in hexadecimal. None of these types can contain a script. */
const TYPES: readonly [type: string, start: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['audio/wav', /^52494646.{8}57415645/],
  ['audio/mpeg', /^(?:494433|ff(?:f2|f3|fa|fb))/],
  ['audio/aac', /^ff(?:f0|f1|f8|f9)/],
  ['audio/ogg', /^4f676753/],
  ['audio/flac', /^664c6143/],
  // "ftyp", then "M4A", "mp4" or "iso".
  ['audio/mp4', /^.{8}66747970(?:4d3441|6d7034|69736f)/],
  ['audio/webm', /^1a45dfa3/],
];

/** Null for types that are not shown, such as SVG. */
export function typeOf(bytes: Uint8Array): string | null {
  const start = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return TYPES.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
}
