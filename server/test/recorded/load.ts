import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { FORMATS, type Format, type InteractionType, typesOf } from '@parley/contract';
import type { Json } from '../../src/formats/format.ts';
import { isObject } from '../../src/formats/shared/read.ts';

/** A recorded exchange; `response` is whatever the upstream sent, HTML included. */
export type Recorded = {
  name: string;
  format: Format;
  type: InteractionType;
  request: Json;
  response: unknown;
};

const FOLDER = new URL('../../../../shared/exchanges/', import.meta.url);

/**
 * A streamed exchange: the raw text of its response, or the events that the AWS client decodes from its
 * frames.
 */
export type RecordedStream = Omit<Recorded, 'response'> & { transcript: string; chunks: unknown[] | null };

/** Recorded exchanges, if they are present beside the repository. */
export function loadRecorded(): Recorded[] {
  return [
    ...loadFrom('', 'response'),
    ...loadFrom('errors/', 'response'),
    ...loadFrom('newer/', 'response'),
  ].map(({ name, file }) => ({ ...parse(name, file), response: file.response }));
}

/** Recorded streams, if they are present beside the repository. */
export function loadStreams(): RecordedStream[] {
  return [...loadFrom('streamed/', 'transcript'), ...loadFrom('newer/', 'transcript')].map(
    ({ name, file }) => {
      const transcript = String(file.transcript);
      const chunks = /^[0-9a-f]+$/.test(transcript) ? eventsInFrames(Buffer.from(transcript, 'hex')) : null;
      return { ...parse(name, file), transcript, chunks };
    },
  );
}

type File = { name: string; file: Json };

function loadFrom(under: string, member: 'response' | 'transcript'): File[] {
  const folder = new URL(under, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): File => {
      const file: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
      if (!isObject(file)) throw new Error(`${name} is no object`);
      return { name: `${under}${name.slice(0, -5)}`, file };
    })
    .filter(({ file }) => file[member] !== undefined);
}

/** Newer files name a shape instead of a type. */
function parse(name: string, file: Json): Omit<Recorded, 'response'> {
  const format = FORMATS.find((each) => each === file.format);
  const declared = file.type ?? (format === 'openai' ? 'response' : 'chat');
  const type = format && typesOf(format).find((each) => each === declared);
  const { request } = file;
  if (format && type && isObject(request)) return { name, format, type, request };
  throw new Error(`${name} is no exchange`);
}

/**
 * Decodes Amazon's event stream: frames of total length, header length, checksum, headers, payload, checksum.
 * The headers name the event, and the payload is its JSON.
 */
function eventsInFrames(bytes: Buffer): unknown[] {
  const events: unknown[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const headersEnd = at + 12 + bytes.readUInt32BE(at + 4);
    const headers = bytes.toString('latin1', at + 12, headersEnd);
    const name = /:(?:event|exception)-type.{3}([A-Za-z]+)/s.exec(headers)?.[1] ?? '';
    const payload = bytes.toString('utf8', headersEnd, at + bytes.readUInt32BE(at) - 4);
    events.push({ [name]: JSON.parse(payload) });
  }
  return events;
}
