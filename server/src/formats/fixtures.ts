// biome-ignore-all lint/style/noRestrictedImports: only tests load fixtures
import { readdirSync, readFileSync } from 'node:fs';
import { FORMATS, type Format, type InteractionType, typesOf } from '@parley/contract';
import type { Json } from './format.ts';
import { isObject } from './shared/read.ts';

/** A payload and the record that it must become. */
export type Fixture = {
  name: string;
  format: Format;
  type: InteractionType;
  request: Json;
  response: Json;
  expect: Json;
};

const FOLDER = new URL('./fixtures/', import.meta.url);

export function loadFixtures(): Fixture[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => parseFixture(file.slice(0, -5), JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))));
}

function parseFixture(name: string, file: unknown): Fixture {
  if (!isObject(file)) throw new Error(`${name} is no object`);
  const format = FORMATS.find((each) => each === file.format);
  const type = format && typesOf(format).find((each) => each === file.type);
  const { request, response, expect } = file;
  if (format && type && isObject(request) && isObject(response) && isObject(expect)) {
    return { name, format, type, request, response, expect };
  }
  throw new Error(`${name} is no fixture`);
}
