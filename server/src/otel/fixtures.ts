/** Loads the fixtures: telemetry with plain attributes, and what it must become. For tests only. */
import { readdirSync, readFileSync } from 'node:fs';
import { isObject, type Json, listOf } from './json.ts';

export type Fixture = {
  name: string;
  /** What was received, as it is kept. */
  texts: { span: string | null; logs: string[] };
  expect: Json;
  file: Json;
};

const FOLDER = new URL('./fixtures/', import.meta.url);
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
/** 2025-10-09T08:53:20Z */
export const STARTED = 1_760_000_000_000;

export function loadFixtures(): Fixture[] {
  return readdirSync(FOLDER).map((file) => {
    const json: unknown = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
    if (!isObject(json)) throw new Error(`${file} is no fixture`);
    return fixtureOf(file.slice(0, -5), json);
  });
}

export function fixtureOf(name: string, file: Json): Fixture {
  const origin = { resource: { attributes: keyValues(file.resource) }, scope: { name: file.scope ?? '' } };
  const { span } = file;
  return {
    name,
    file,
    expect: isObject(file.expect) ? file.expect : {},
    texts: {
      span: isObject(span) ? JSON.stringify({ ...origin, span: spanJson(span) }) : null,
      logs: listOf(file.logs).map((log) =>
        JSON.stringify({ ...origin, logRecord: logJson(isObject(log) ? log : {}) }),
      ),
    },
  };
}

/** `took` is in milliseconds; so is `at`, from the start. */
export function spanJson({ took, attributes, events, ...rest }: Json): Json {
  return {
    traceId: TRACE,
    spanId: SPAN,
    kind: 3,
    startTimeUnixNano: nanoseconds(0),
    endTimeUnixNano: nanoseconds(took),
    attributes: keyValues(attributes),
    events: listOf(events).map((event) => {
      const { name, at, attributes: said } = isObject(event) ? event : {};
      return { name, timeUnixNano: nanoseconds(at), attributes: keyValues(said) };
    }),
    ...rest,
  };
}

export function logJson({ at, attributes, body, ...rest }: Json): Json {
  return {
    timeUnixNano: nanoseconds(at),
    traceId: TRACE,
    spanId: SPAN,
    attributes: keyValues(attributes),
    ...(body === undefined ? {} : { body: anyValue(body) }),
    ...rest,
  };
}

function nanoseconds(ms: unknown): string {
  return `${STARTED + Number(ms ?? 0)}000000`;
}

function keyValues(plain: unknown): Json[] {
  return Object.entries(isObject(plain) ? plain : {}).map(([key, value]) => ({
    key,
    value: anyValue(value),
  }));
}

function anyValue(value: unknown): Json {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return isObject(value) ? { kvlistValue: { values: keyValues(value) } } : {};
}
