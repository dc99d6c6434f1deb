/**
 * Removes vectors from the telemetry of an embedding whose application does not keep them. Instrumentations
 * put vectors into any attribute, as a list or as JSON, so all attributes are searched except those of the
 * input.
 */
import { base64Length, droppedVector } from '@parley/contract';
import { isObject, type Json, listOf, parseJson } from '../../base/json.ts';
import { dropVectors } from '../../envelope/drop-vectors.ts';
import type { LogRecord } from '../telemetry.ts';

/**
 * Attributes whose lists of numbers are not vectors: token ids of the input, and metadata of the application.
 */
const NOT_VECTORS =
  /^(?:input\.value|ai\.values?|langfuse\.observation\.input|(?:gen_ai|llm)\.(?:input|prompts?)\b.*|(?:.+\.)?metadata\b.*|.+parameters|.+\.text)$/;
/** Attributes that may hold a vector in base64. */
const BASE64_VECTOR = /(?:^|\.)(?:vectors?|embeddings?)$/;

/** A span or log record in OTLP's JSON; the same object where it has no vectors. */
export function withoutVectors(record: Json): Json {
  return changed(record, {
    attributes: attributesWithout(record.attributes),
    events: listWithout(record.events, (event) =>
      isObject(event) ? changed(event, { attributes: attributesWithout(event.attributes) }) : event,
    ),
    body: valueWithout('', record.body),
  });
}

/** Whether a log record has a vector in place of an answer. */
export function hasVector({ name, body }: LogRecord): boolean {
  if (name !== 'gen_ai.choice' || !isObject(body) || !isObject(body.message)) return false;
  const [first] = listOf(body.message.content);
  return typeof first === 'number';
}

function attributesWithout(attributes: unknown): unknown {
  return listWithout(attributes, (attribute) => {
    if (!isObject(attribute) || NOT_VECTORS.test(String(attribute.key))) return attribute;
    return changed(attribute, { value: valueWithout(String(attribute.key), attribute.value) });
  });
}

/** The argument is OTLP's `AnyValue`. */
function valueWithout(key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  const { arrayValue, kvlistValue, stringValue, bytesValue } = value;
  if (typeof stringValue === 'string') return textWithout(key, stringValue, value);
  if (typeof bytesValue === 'string') return textWithout(key, bytesValue, value);
  if (isObject(kvlistValue))
    return changed(value, {
      kvlistValue: changed(kvlistValue, { values: attributesWithout(kvlistValue.values) }),
    });
  if (!isObject(arrayValue)) return value;
  const items = listOf(arrayValue.values);
  if (items.length > 0 && items.every(isNumber)) return droppedValue(items.length);
  return changed(value, {
    arrayValue: changed(arrayValue, {
      values: listWithout(arrayValue.values, (item) => valueWithout(key, item)),
    }),
  });
}

function textWithout(key: string, text: string, value: Json): unknown {
  const [first] = text.trimStart();
  if (first === '[' || first === '{') {
    const without = withoutTail(dropVectors(text));
    return without === text ? value : { stringValue: without };
  }
  const length = BASE64_VECTOR.test(key) ? base64Length(text) : null;
  return length ? droppedValue(length) : value;
}

/** Drops the rest of a vector that an SDK's limit for attributes cut off. */
function withoutTail(text: string): string {
  const last = text.lastIndexOf('[');
  const isCut = last !== -1 && /^\[[\d\s.,eE+-]+$/.test(text.slice(last)) && parseJson(text) === undefined;
  return isCut ? text.slice(0, last + 1) : text;
}

function isNumber(value: unknown): boolean {
  return isObject(value) && (value.doubleValue !== undefined || value.intValue !== undefined);
}

/** `droppedVector` as an `AnyValue`. */
function droppedValue(vectorLength: number): Json {
  const { dropped, length } = droppedVector(vectorLength);
  const values = [
    { key: 'dropped', value: { stringValue: dropped } },
    { key: 'length', value: { intValue: String(length) } },
  ];
  return { kvlistValue: { values } };
}

function listWithout(value: unknown, without: (item: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  const items = value.map(without);
  return items.every((item, i) => item === value[i]) ? value : items;
}

/** The object with these members; the same object where none differs. */
function changed(object: Json, members: Json): Json {
  const entries = Object.entries(members).filter(([name, value]) => value !== object[name]);
  return entries.length === 0 ? object : { ...object, ...Object.fromEntries(entries) };
}
