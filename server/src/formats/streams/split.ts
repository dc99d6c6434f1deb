import { isObject, obj } from '../shared/read.ts';
import { addEvent, addText, type Events, MAX_BROKEN_EVENTS, parse, type Reading } from './events.ts';

/**
 * The events in the raw text of a stream. Server-sent events (`data:` with or without a space, in several
 * lines, with names, comments and any line ends), or JSON objects one behind the other: one per line, or as
 * the elements of an array. What the text was cut in is left out. Every scan moves forward.
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

/** Chunks are events that were parsed before; what a client logged as text is text of the stream. */
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

/** Some clients yield the event as it was sent, with its data inside: text, or parsed. */
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
  // A carriage return alone is the end of a line, too.
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
      // Nearly every event has one line.
      if (pending.length > 0 || !addText(stream, data, name)) pending.push(data);
    } else if (text.startsWith('event:', at)) {
      name = text.slice(at + 6, lineEnd).trim();
    }
    at = end + 1;
  }
  addPending(stream, pending, name);
}

/** Lines that are no event each: one event together, or events whose blank lines were lost. */
function addPending(stream: Reading, lines: readonly string[], name: string): void {
  if (lines.length < 2) return;
  if (addText(stream, lines.join('\n'), name)) {
    // Its first line was taken for a broken one.
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

/** Says whether every line was an object; nothing is added otherwise. */
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

/** Finds objects by their braces: they stand over several lines, or the text was cut. */
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
