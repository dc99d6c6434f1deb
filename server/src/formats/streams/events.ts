import type { Json } from '../format.ts';
import { isObject } from '../shared/read.ts';

/** What a stream consists of: its events in order, and whether it said that there are no more. */
export type Events = { events: Json[]; done: boolean };

/** A stream that is being read, and how many of its events were no JSON. */
export type Reading = Events & { broken: number };

/**
 * A cut breaks one event. What has this many broken ones is no stream, and the rest of it is not looked at:
 * a text that is no JSON costs ten times one that is.
 */
export const MOST_BROKEN = 1_000;

/** What the events of one stream add up to. */
export type Assembled = {
  /** What the upstream would have answered without streaming. */
  body: Json;
  /** Whether the last event came that there has to be. */
  complete: boolean;
};

/** Puts one upstream's events together. Pure and total, and linear in what it is given. */
export type Assemble = (stream: Events, request: Json) => Assembled;

/** A body that is being put together. */
export type Building = Record<string, unknown>;

/** What some upstreams send behind their last event. */
export const DONE = '[DONE]';

/**
 * Takes what one event's JSON was parsed to; what is no object is no event. Most upstreams repeat the event's
 * name as its type; where one does not, the name is the type.
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

/** An event out of its text: JSON, or the word that ends a stream. Says whether it was either. */
export function addText(stream: Reading, text: string, name = ''): boolean {
  const value = text.startsWith(DONE) ? DONE : parse(text);
  if (value === undefined) stream.broken++;
  else addEvent(stream, value, name);
  return value !== undefined;
}

/** `undefined` for what is no JSON: the piece that a stream was cut in, say. */
export function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Puts the fields of an event over those of the body; what it leaves out or null stays as it was. */
export function merge(body: Building, event: Json): void {
  for (const key of Object.keys(event)) {
    const value = event[key];
    if (value !== null && value !== undefined && key !== '__proto__') body[key] = value;
  }
}

/** The same for these fields alone. */
export function keep(body: Building, event: Json, names: readonly string[]): void {
  for (const name of names) {
    const value = event[name];
    if (value !== null && value !== undefined) body[name] = value;
  }
}

/** Two pieces of a text; what is no text adds nothing. */
export function joined(earlier: unknown, later: unknown): string {
  return (typeof earlier === 'string' ? earlier : '') + (typeof later === 'string' ? later : '');
}

/** Elements by their index in the upstream's list, in order; gaps are closed. */
export class Indexed<Element> {
  readonly #elements = new Map<number, Element>();
  readonly #create: () => Element;
  #last = 0;

  constructor(create: () => Element) {
    this.#create = create;
  }

  /** The element at an index; without one, that of the event before. */
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
