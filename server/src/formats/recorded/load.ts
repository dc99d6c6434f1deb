// biome-ignore-all lint/style/noRestrictedImports: only tests load recorded exchanges
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { FORMATS, type Format, type InteractionType, typesOf } from '@parley/contract';
import type { Json } from '../format.ts';
import { isObject } from '../shared/read.ts';

/** An exchange as it was recorded; `response` is whatever the upstream answered, HTML included. */
export type Recorded = {
  name: string;
  format: Format;
  type: InteractionType;
  request: Json;
  response: unknown;
};

const FOLDER = new URL('../../../../../shared/exchanges/', import.meta.url);

/** Recorded exchanges where they are present, beside the repository; none elsewhere. */
export function loadRecorded(): Recorded[] {
  return existsSync(FOLDER) ? [...loadFrom(''), ...loadFrom('errors/')] : [];
}

function loadFrom(under: string): Recorded[] {
  const folder = new URL(under, FOLDER);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) =>
      parse(`${under}${file.slice(0, -5)}`, JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
    );
}

function parse(name: string, file: unknown): Recorded {
  if (!isObject(file)) throw new Error(`${name} is no object`);
  const format = FORMATS.find((each) => each === file.format);
  const type = format && typesOf(format).find((each) => each === file.type);
  const { request, response } = file;
  if (format && type && isObject(request)) return { name, format, type, request, response };
  throw new Error(`${name} is no exchange`);
}
