/**
 * Bundles of late parts: many together and compressed, because most of their content is the same and a part
 * may be far smaller than a row.
 */
import { randomInt } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { InteractionHead } from './journal-entry.ts';

/** A part of a call, with the id of its interaction. */
export type LatePart = {
  id: string;
  appId: string;
  receivedAt: number;
  request: Buffer;
  response: Buffer;
  /** The head of the span, or of a log record that is a call by itself. */
  head?: InteractionHead;
};

/** Parts of one application, which are unpacked together. */
export type Bundle = { appId: string; receivedAt: number; calls: Set<string>; parts: LatePart[] };

/** Limits of a bundle. A larger part is a bundle by itself. */
const MAX_CALLS = 500;
const MAX_BYTES = 1024 * 1024;

/** Parts stay in order; those of one call stay together. */
export function bundlesOf(parts: readonly LatePart[], maxCalls = MAX_CALLS): Bundle[] {
  return [...Map.groupBy(parts, ({ appId }) => appId)].flatMap(([appId, its]) => {
    const bundles: Bundle[] = [];
    let bytes = 0;
    const inOrder = its.toSorted((a, b) => a.receivedAt - b.receivedAt);
    for (const part of [...Map.groupBy(inOrder, ({ id }) => id).values()].flat()) {
      const size = part.request.length + part.response.length;
      let bundle = bundles.at(-1);
      const isFull = bundle?.calls.size === maxCalls && !bundle.calls.has(part.id);
      if (!bundle || isFull || bytes + size > MAX_BYTES) {
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
/** The number of the call, request, response, and the head as JSON. */
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

/** Text, which both databases and backups can hold. */
function pack(value: unknown): string {
  return deflateRawSync(JSON.stringify(value)).toString('base64');
}

function unpack(text: string): unknown {
  return JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString('utf8'));
}

const EPOCH_MS = Date.UTC(2026, 0, 1);
/** Numbers within a millisecond. If two nodes choose the same, the insert fails and is retried. */
const IDS_PER_MS = 4096;
let latest = 0;

/** The id of a bundle; ids of one process increase. */
export function nextNumber(): number {
  latest = Math.max(latest + 1, (Date.now() - EPOCH_MS) * IDS_PER_MS + randomInt(IDS_PER_MS));
  return latest;
}
