/**
 * Takes the vectors out of the telemetry of an embedding whose application does not keep them. An instrumentation may
 * have them in any attribute, as a list or in JSON, so that all are looked at but those of what went in.
 */
import { base64Length, droppedVector } from '@parley/contract';
import { dropVectors } from '../envelope/drop-vectors.ts';
import { isObject, type Json, listOf, parseJson } from './json.ts';

/** Texts in tokens are lists of numbers, too, and an application may note some. */
const NO_VECTORS =
  /^(?:input\.value|ai\.values?|langfuse\.observation\.input|(?:gen_ai|llm)\.(?:input|prompts?)\b.*|(?:.+\.)?metadata\b.*|.+parameters|.+\.text)$/;
/** Where a text may be a vector in base64. */
const VECTOR = /(?:^|\.)(?:vectors?|embeddings?)$/;

/** A span or log record of OTLP's JSON; itself where it has no vectors. */
export function withoutVectors(record: Json): Json {
  return changed(record, {
    attributes: attributesWithout(record.attributes),
    events: listWithout(record.events, (event) =>
      isObject(event) ? changed(event, { attributes: attributesWithout(event.attributes) }) : event,
    ),
    body: valueWithout('', record.body),
  });
}

/** Whether a log record tells of a vector where others tell what was said. */
export function tellsVector(name: string, body: unknown): boolean {
  if (name !== 'gen_ai.choice' || !isObject(body) || !isObject(body.message)) return false;
  const [first] = listOf(body.message.content);
  return typeof first === 'number';
}

function attributesWithout(attributes: unknown): unknown {
  return listWithout(attributes, (attribute) => {
    if (!isObject(attribute) || NO_VECTORS.test(String(attribute.key))) return attribute;
    return changed(attribute, { value: valueWithout(String(attribute.key), attribute.value) });
  });
}

/** `AnyValue`. */
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
  const length = VECTOR.test(key) ? base64Length(text) : null;
  return length ? droppedValue(length) : value;
}

/** SDKs cut long attributes off, in the middle of a vector as well. */
function withoutTail(text: string): string {
  const last = text.lastIndexOf('[');
  const isCut = last !== -1 && /^\[[\d\s.,eE+-]+$/.test(text.slice(last)) && parseJson(text) === undefined;
  return isCut ? text.slice(0, last + 1) : text;
}

function isNumber(value: unknown): boolean {
  return isObject(value) && (value.doubleValue !== undefined || value.intValue !== undefined);
}

/** As `droppedVector` has it. */
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

/** The same object where nothing is another. */
function changed(object: Json, members: Json): Json {
  const entries = Object.entries(members).filter(([name, value]) => value !== object[name]);
  return entries.length === 0 ? object : { ...object, ...Object.fromEntries(entries) };
}
