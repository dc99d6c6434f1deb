import { isObject, obj } from '../shared/read.ts';
import { addEvent, addText, type Events, MAX_BROKEN_EVENTS, parse, type Reading } from './events.ts';

/**
 * Splits the raw text of a stream into events: server-sent events (`data:` with or without a space, over
 * several lines, with names, comments and any line endings), or JSON objects, one per line or as elements of
 * an array. A truncated last event is dropped. Every scan moves forward.
 */
export function splitStream(text: string): Events {
  const stream = newStream();
  const raw = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (raw.startsWith('data:') || raw.includes('\ndata:') || raw.includes('\rdata:')) {
    addServerSentEvents(stream, raw);
  } else {
    addObjects(stream, raw);
  }
  return stream;
}

/**
 * The events of a list of chunks, which are parsed already; chunks that a client logged as text are joined.
 */
export function eventsIn(chunks: readonly unknown[]): Events {
  if (chunks.length > 0 && chunks.every((chunk) => typeof chunk === 'string')) {
    return splitStream(chunks.join(chunks.some((chunk) => chunk.endsWith('\n')) ? '' : '\n'));
  }
  const stream = newStream();
  for (const chunk of chunks) {
    if (stream.broken < MAX_BROKEN_EVENTS) addChunk(stream, chunk);
  }
  return stream;
}

/** Some clients yield the event as it was sent, with its data inside, as text or parsed. */
function addChunk(stream: Reading, chunk: unknown): void {
  const { data, event, type } = obj(chunk);
  const name = typeof event === 'string' ? event : '';
  if (typeof chunk === 'string') addText(stream, chunk);
  else if (type === undefined && typeof data === 'string') addText(stream, data, name);
  else if (type === undefined && isObject(data)) addEvent(stream, data, name);
  else addEvent(stream, chunk);
}

function newStream(): Reading {
  return { events: [], done: false, broken: 0 };
}

function addServerSentEvents(stream: Reading, raw: string): void {
  // A lone carriage return is also a line ending.
  const text = raw.includes('\n') ? raw : raw.replaceAll('\r', '\n');
  let name = '';
  let pending: string[] = [];
  for (let at = 0; at < text.length && stream.broken < MAX_BROKEN_EVENTS; ) {
    let end = text.indexOf('\n', at);
    if (end === -1) end = text.length;
    const lineEnd = text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
    if (lineEnd <= at) {
      addPending(stream, pending, name);
      pending = [];
      name = '';
    } else if (text.startsWith('data:', at)) {
      const data = text.slice(text.charCodeAt(at + 5) === SPACE ? at + 6 : at + 5, lineEnd);
      // Nearly every event has a single line.
      if (pending.length > 0 || !addText(stream, data, name)) pending.push(data);
    } else if (text.startsWith('event:', at)) {
      name = text.slice(at + 6, lineEnd).trim();
    }
    at = end + 1;
  }
  addPending(stream, pending, name);
}

/**
 * Lines that are not events on their own: one event over several lines, or events whose blank lines were
 * lost.
 */
function addPending(stream: Reading, lines: readonly string[], name: string): void {
  if (lines.length < 2) return;
  if (addText(stream, lines.join('\n'), name)) {
    // Its first line was counted as broken.
    stream.broken--;
    return;
  }
  for (const line of lines) {
    if (stream.broken < MAX_BROKEN_EVENTS) addText(stream, line, name);
  }
}

function addObjects(stream: Reading, text: string): void {
  const start = text.trimStart();
  const whole = start.startsWith('[') ? parse(text) : undefined;
  if (whole !== undefined) addEvent(stream, whole);
  else if (!addLines(stream, text)) scanObjects(stream, text);
}

/** Adds one event per line; returns false, and adds nothing, unless every line is JSON. */
function addLines(stream: Reading, text: string): boolean {
  const values: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const value = parse(line);
    if (value === undefined) return false;
    values.push(value);
  }
  addEvent(stream, values);
  return true;
}

/** Finds objects by their braces, for objects over several lines and for truncated text. */
function scanObjects(stream: Reading, text: string): void {
  let start = text.indexOf('{');
  while (start !== -1 && stream.broken < MAX_BROKEN_EVENTS) {
    const end = endOfObject(text, start);
    if (end === -1) return;
    addText(stream, text.slice(start, end));
    start = text.indexOf('{', end);
  }
}

const SPACE = 0x20;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === BACKSLASH) at++;
      else if (character === QUOTE) inString = false;
    } else if (character === QUOTE) inString = true;
    else if (character === OPEN) depth++;
    else if (character === CLOSE && --depth === 0) return at + 1;
  }
  return -1;
}
