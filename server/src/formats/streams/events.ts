import type { Json } from '../format.ts';
import { isObject } from '../shared/read.ts';

/** The events of a stream in order, and whether its end marker came. */
export type Events = { events: Json[]; done: boolean };

/** A stream while it is parsed, and the number of events that were not JSON. */
export type Reading = Events & { broken: number };

/**
 * Maximum number of broken events; the rest of the text is skipped. A cut breaks one event, so a text with
 * this many is not a stream, and text that is not JSON costs ten times as much to parse.
 */
export const MAX_BROKEN_EVENTS = 1_000;

/** The result of assembling a stream. */
export type Assembled = {
  /** The body that the upstream would have answered without streaming. */
  body: Json;
  /** Whether the stream's last event came. */
  complete: boolean;
};

/** Assembles one upstream's events. Pure, total and linear in the size of the input. */
export type Assemble = (stream: Events, request: Json) => Assembled;

/** A body while it is assembled. */
export type Building = Record<string, unknown>;

/** End marker that some upstreams send after their last event. */
export const DONE = '[DONE]';

/**
 * Adds the parsed JSON of an event; values other than objects are ignored. Most upstreams repeat the event's
 * name as its type; otherwise the name becomes the type.
 */
export function addEvent(stream: Events, value: unknown, name = ''): void {
  if (isObject(value)) {
    stream.events.push(name !== '' && value.type === undefined ? { ...value, type: name } : value);
  } else if (value === DONE) stream.done = true;
  else if (Array.isArray(value)) {
    for (const one of value) {
      if (isObject(one)) stream.events.push(one);
      else if (one === DONE) stream.done = true;
    }
  }
}

/** Adds an event from its text: JSON or the end marker. Returns false when it is neither. */
export function addText(stream: Reading, text: string, name = ''): boolean {
  const value = text.startsWith(DONE) ? DONE : parse(text);
  if (value === undefined) stream.broken++;
  else addEvent(stream, value, name);
  return value !== undefined;
}

/** `undefined` for text that is not JSON, such as the event in which a stream was cut. */
export function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Copies the fields of an event into the body, except null and undefined ones. */
export function merge(body: Building, event: Json): void {
  for (const key of Object.keys(event)) {
    const value = event[key];
    if (value !== null && value !== undefined && key !== '__proto__') body[key] = value;
  }
}

/** Like `merge`, for the named fields only. */
export function keep(body: Building, event: Json, names: readonly string[]): void {
  for (const name of names) {
    const value = event[name];
    if (value !== null && value !== undefined) body[name] = value;
  }
}

/** Concatenates two pieces; anything but a string counts as empty. */
export function joined(earlier: unknown, later: unknown): string {
  return (typeof earlier === 'string' ? earlier : '') + (typeof later === 'string' ? later : '');
}

/** Elements by their index in the upstream's list. `inOrder` closes gaps. */
export class Indexed<Element> {
  readonly #elements = new Map<number, Element>();
  readonly #create: () => Element;
  #last = 0;

  constructor(create: () => Element) {
    this.#create = create;
  }

  /** The element at an index; without an index, the element of the previous event. */
  at(index: unknown): Element {
    if (typeof index === 'number') this.#last = index;
    let element = this.#elements.get(this.#last);
    if (element === undefined) {
      element = this.#create();
      this.#elements.set(this.#last, element);
    }
    return element;
  }

  get size(): number {
    return this.#elements.size;
  }

  inOrder(): Element[] {
    if (this.#elements.size < 2) return [...this.#elements.values()];
    return [...this.#elements].sort(([a], [b]) => a - b).map(([, element]) => element);
  }
}
