// biome-ignore-all lint/style/noRestrictedImports: only tests and measurements load twins
import { readdirSync, readFileSync } from 'node:fs';
import { FORMATS, type Format, type InteractionType, typesOf } from '@parley/contract';
import type { Json } from '../format.ts';
import { isObject } from '../shared/read.ts';

/** One exchange in both ways: as the upstream answers at once, and as it answers in pieces. */
export type Twin = {
  name: string;
  format: Format;
  type: InteractionType;
  request: Json;
  response: Json;
  chunks: Json[];
  /** Whether the raw text ends with `[DONE]`. */
  done: boolean;
};

const FOLDER = new URL('./fixtures/', import.meta.url);

export function loadTwins(): Twin[] {
  return readdirSync(FOLDER).map((file) =>
    parseTwin(file.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))),
  );
}

function parseTwin(name: string, file: unknown): Twin {
  if (!isObject(file)) throw new Error(`${name} is no object`);
  const format = FORMATS.find((each) => each === file.format);
  const type = format && typesOf(format).find((each) => each === file.type);
  const { request, response, chunks, done } = file;
  if (format && type && isObject(request) && isObject(response) && Array.isArray(chunks)) {
    return { name, format, type, request, response, chunks: chunks.filter(isObject), done: done === true };
  }
  throw new Error(`${name} is no twin`);
}

/** The raw text of a stream, as server-sent events. */
export function serverSentEvents({ chunks, done }: Pick<Twin, 'chunks' | 'done'>, lineEnd = '\n'): string {
  const blocks = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}`);
  if (done) blocks.push('data: [DONE]');
  return blocks.map((block) => block + lineEnd + lineEnd).join('');
}
