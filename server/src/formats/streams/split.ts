import { isObject } from '../shared/read.ts';
import { addEvent, addText, type Events, MOST_BROKEN, parse, type Reading } from './events.ts';

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
    if (typeof chunk !== 'string') addEvent(stream, chunk);
    else if (stream.broken < MOST_BROKEN) addText(stream, chunk);
  }
  return stream;
}

function newStream(): Reading {
  return { events: [], done: false, broken: 0 };
}

function addServerSentEvents(stream: Reading, text: string): void {
  let name = '';
  let pending: string[] = [];
  for (const line of text.includes('\r') ? text.split(/\r\n|\r|\n/) : text.split('\n')) {
    if (stream.broken >= MOST_BROKEN) return;
    if (line.startsWith('data:')) {
      const data = line.charCodeAt(5) === 0x20 ? line.slice(6) : line.slice(5);
      // Nearly every event has one line.
      if (pending.length > 0 || !addNamed(stream, data, name)) pending.push(data);
    } else if (line.startsWith('event:')) {
      name = line.slice(6).trim();
    } else if (line === '') {
      addPending(stream, pending, name);
      pending = [];
      name = '';
    }
  }
  addPending(stream, pending, name);
}

/** Lines that are no event each: one event together, or events whose blank lines were lost. */
function addPending(stream: Reading, lines: readonly string[], name: string): void {
  if (lines.length < 2) return;
  if (addNamed(stream, lines.join('\n'), name)) {
    // Its first line was taken for a broken one.
    stream.broken--;
    return;
  }
  for (const line of lines) {
    if (stream.broken < MOST_BROKEN) addNamed(stream, line, name);
  }
}

/** Most upstreams repeat the event's name as its type; where one does not, the name is the type. */
function addNamed(stream: Reading, data: string, name: string): boolean {
  const { events } = stream;
  const before = events.length;
  if (!addText(stream, data)) return false;
  const event = events[before];
  if (name !== '' && event !== undefined && event.type === undefined)
    events[before] = { ...event, type: name };
  return true;
}

function addObjects(stream: Reading, text: string): void {
  if (text.trimStart().startsWith('[')) {
    const all = parse(text);
    if (all !== undefined) {
      addEvent(stream, all);
      return;
    }
  }
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? text.length : end);
    // A line that is no object: the rest is written over several lines, or it was cut.
    if (line.trim() !== '' && !addLine(stream, line)) {
      scanObjects(stream, text, from);
      return;
    }
    from += line.length + 1;
  }
}

function addLine(stream: Reading, line: string): boolean {
  const value = parse(line);
  if (!isObject(value)) return addText(stream, line) && line.trimStart().startsWith('"');
  stream.events.push(value);
  return true;
}

/** Finds objects by their braces. */
function scanObjects(stream: Reading, text: string, from: number): void {
  let start = text.indexOf('{', from);
  while (start !== -1 && stream.broken < MOST_BROKEN) {
    const end = endOfObject(text, start);
    if (end === -1) return;
    addText(stream, text.slice(start, end));
    start = text.indexOf('{', end);
  }
}

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
