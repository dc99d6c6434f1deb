import type { Message } from '@parley/contract';
import { parseJson } from '../../base/json.ts';
import type { Json } from '../../formats/index.ts';
import type { Call, Value } from '../telemetry.ts';

/** The content of a call as one dialect reads it; what it does not find is absent. */
export type CallContent = {
  requestedModel?: string | null;
  model?: string | null;
  input?: Message[];
  /** One message per choice, the first choice first. */
  output?: Message[];
  /** Why the first choice ended, as the telemetry states it. */
  finish?: string | null;
  upstreamId?: string | null;
};

export type ReadContent = (call: Call) => CallContent;

/** Parses a string that is the JSON of an object or array; any other value is returned as it is. */
export function structured(value: Value | undefined): unknown {
  if (typeof value !== 'string') return value;
  const first = value.trimStart()[0];
  if (first !== '[' && first !== '{') return value;
  return parseJson(value) ?? value;
}

/** A list whose items are JSON, as Vercel's SDK writes it. */
export function listInJson(value: Value | undefined): unknown[] {
  const items = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  return items.map((item) => (typeof item === 'string' ? (parseJson(item) ?? item) : item));
}

/** Numbered attributes as a list: `PREFIX.0.a.b` is `b` in `a` of the first item. */
export function numberedAttributes(call: Call, prefix: string): Json[] {
  const start = `${prefix}.`;
  const items = new Map<number, Tree>();
  for (const [name, value] of call.attributes) {
    if (!name.startsWith(start)) continue;
    const [index = '', ...path] = name.slice(start.length).split('.', MAX_NAME_PARTS);
    if (!INDEX.test(index)) continue;
    const item = items.get(Number(index)) ?? new Map();
    items.set(Number(index), item);
    put(item, path, value);
  }
  return inOrder(items).map(jsonOf);
}

/** The items of an object whose keys are numbers. */
export function numberedItems(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  const items = new Map<number, unknown>();
  for (const [name, item] of Object.entries(value)) if (INDEX.test(name)) items.set(Number(name), item);
  return inOrder(items);
}

const INDEX = /^\d{1,6}$/;
/** Deeper than the names of any dialect. */
const MAX_NAME_PARTS = 12;

type Tree = Map<string, Tree | Value>;

function put(tree: Tree, path: readonly string[], value: Value): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    // `a.b` takes precedence over a plain `a`.
    if (!(tree.get(name) instanceof Map)) tree.set(name, value);
    return;
  }
  const below = tree.get(name);
  const next: Tree = below instanceof Map ? below : new Map();
  tree.set(name, next);
  put(next, rest, value);
}

function jsonOf(tree: Tree): Json {
  return Object.fromEntries(
    [...tree].map(([name, value]) => [name, value instanceof Map ? jsonOf(value) : value]),
  );
}

function inOrder<T>(items: ReadonlyMap<number, T>): T[] {
  return [...items].sort(([a], [b]) => a - b).map(([, item]) => item);
}
