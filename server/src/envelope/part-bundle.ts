/**
 * Late parts as they are kept: many together and compressed, since what comes with each of them is mostly the same. A
 * part may be far smaller than a row is.
 */
import { randomInt } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { InteractionHead } from './journal-entry.ts';

/** Of a call, by the interaction's id. */
export type LatePart = {
  id: string;
  appId: string;
  receivedAt: number;
  request: Buffer;
  response: Buffer;
  /** Of the span, or of a log record that is a call by itself. */
  head?: InteractionHead;
};

/** Parts of one application; a bundle is taken apart as a whole. */
export type Bundle = { appId: string; receivedAt: number; calls: Set<string>; parts: LatePart[] };

/** Of one bundle. A part that is larger is one by itself. */
const MOST_CALLS = 500;
const MOST_BYTES = 1024 * 1024;

/** In the order in which they came; all of a call together. */
export function bundlesOf(parts: readonly LatePart[], mostCalls = MOST_CALLS): Bundle[] {
  return [...Map.groupBy(parts, ({ appId }) => appId)].flatMap(([appId, its]) => {
    const bundles: Bundle[] = [];
    let bytes = 0;
    const inOrder = its.toSorted((a, b) => a.receivedAt - b.receivedAt);
    for (const part of [...Map.groupBy(inOrder, ({ id }) => id).values()].flat()) {
      const size = part.request.length + part.response.length;
      let bundle = bundles.at(-1);
      const isFull = bundle?.calls.size === mostCalls && !bundle.calls.has(part.id);
      if (!bundle || isFull || bytes + size > MOST_BYTES) {
        bundle = { appId, receivedAt: part.receivedAt, calls: new Set(), parts: [] };
        bundles.push(bundle);
        bytes = 0;
      }
      bytes += size;
      bundle.receivedAt = Math.max(bundle.receivedAt, part.receivedAt);
      bundle.parts.push(part);
      bundle.calls.add(part.id);
    }
    return bundles;
  });
}

const Calls = z.array(z.string());
/** Which of the calls, request, response, and the head as JSON. */
const Parts = z.array(z.tuple([z.number(), z.string(), z.string(), z.string().nullable()]));

export type PackedBundle = { calls: string; body: string };

export function packBundle({ calls, parts }: Bundle): PackedBundle {
  const placeOf = new Map([...calls].map((id, place) => [id, place]));
  const rows = parts.map(({ id, request, response, head }): z.input<typeof Parts>[number] => [
    placeOf.get(id) ?? 0,
    request.toString('utf8'),
    response.toString('utf8'),
    head ? JSON.stringify(head) : null,
  ]);
  return { calls: pack([...calls]), body: pack(rows) };
}

export function unpackCalls(calls: string): string[] {
  return Calls.parse(unpack(calls));
}

export function unpackParts(
  { calls, body }: PackedBundle,
  of: { appId: string; receivedAt: number },
): LatePart[] {
  const ids = unpackCalls(calls);
  return Parts.parse(unpack(body)).flatMap(([place, request, response, head]) => {
    const id = ids[place];
    if (id === undefined) return [];
    const bodies = { request: Buffer.from(request), response: Buffer.from(response) };
    return { id, ...of, ...bodies, ...(head === null ? {} : { head: JSON.parse(head) }) };
  });
}

/** As text: both databases take it, and so do backups. */
function pack(value: unknown): string {
  return deflateRawSync(JSON.stringify(value)).toString('base64');
}

function unpack(text: string): unknown {
  return JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString('utf8'));
}

const FIRST_MS = Date.UTC(2026, 0, 1);
/** Numbers of a millisecond: two nodes that get the same one is a failure, and is tried again. */
const IN_A_MS = 4096;
let latest = 0;

/** Of a bundle: a later one of this process has a greater one. */
export function nextNumber(): number {
  latest = Math.max(latest + 1, (Date.now() - FIRST_MS) * IN_A_MS + randomInt(IN_A_MS));
  return latest;
}
