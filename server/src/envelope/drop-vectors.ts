/**
 * Removes the vectors from the response of an embedding whose application does not keep them. Everything else
 * stays as it was sent: the text is walked once and not parsed. It is JSON that was parsed before.
 */
import { base64Length, droppedVector } from '@parley/contract';

/** Members that may hold JSON as a string: a body of Bedrock, and an answer recorded as a stream. */
const JSON_IN_TEXT: ReadonlySet<string> = new Set(['body', 'stream']);
/** Members in which upstreams send vectors as base64. */
const BASE64_MEMBERS: ReadonlySet<string> = new Set(['embedding', 'base64']);
const QUOTE_OR_BRACKET = /["[]/g;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

export function dropVectors(json: string): string {
  const kept: string[] = [];
  let copied = 0;
  let key = '';
  const replace = (start: number, end: number, by: string) => {
    kept.push(json.slice(copied, start), by);
    copied = end;
  };
  for (let at = next(json, 0); at !== -1; ) {
    if (json.charAt(at) === '[') {
      const list = numbersAt(json, at);
      if (list) replace(at, list.end, dropped(list.length));
      at = next(json, list?.end ?? at + 1);
    } else {
      const end = endOfText(json, at);
      if (isKey(json, end)) key = textOf(json.slice(at, end));
      else {
        const instead = textInstead(key, json, at, end);
        if (instead !== null) replace(at, end, instead);
      }
      at = next(json, end);
    }
  }
  return copied === 0 ? json : kept.join('') + json.slice(copied);
}

/** The replacement for a string that is a vector in base64, or JSON with vectors; null to keep it. */
function textInstead(key: string, json: string, start: number, end: number): string | null {
  const isJson = JSON_IN_TEXT.has(key);
  if (!isJson && !BASE64_MEMBERS.has(key)) return null;
  const text = textOf(json.slice(start, end));
  if (isJson) {
    const without = dropVectors(text);
    return without === text ? null : JSON.stringify(without);
  }
  const length = base64Length(text);
  return length === null || length === 0 ? null : dropped(length);
}

function dropped(length: number): string {
  return JSON.stringify(droppedVector(length));
}

function next(json: string, from: number): number {
  QUOTE_OR_BRACKET.lastIndex = from;
  return QUOTE_OR_BRACKET.exec(json)?.index ?? -1;
}

/** The length and end of an array of numbers; null for any other array. */
function numbersAt(json: string, start: number): { end: number; length: number } | null {
  let length = 1;
  let digits = 0;
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === COMMA) length++;
    else if (code >= 0x30 && code <= 0x39) digits++;
    else if (json.charAt(at) === ']') return digits > 0 ? { end: at + 1, length } : null;
    else if (!'-+.eE \n\r\t'.includes(json.charAt(at))) return null;
  }
  return null;
}

/** The index after the closing quote. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = json.indexOf('"', at);
    if (quote === -1) return json.length;
    let before = quote;
    while (json.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((quote - before) % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function isKey(json: string, end: number): boolean {
  let at = end;
  while (at < json.length && ' \t\n\r'.includes(json.charAt(at))) at++;
  return json.charAt(at) === ':';
}

/** Empty for a malformed string, which occurs where a string is not JSON after all. */
function textOf(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return JSON.parse(token);
  } catch {
    return '';
  }
}
