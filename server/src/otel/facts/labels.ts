import { LABEL_NAME_LENGTH, LABEL_VALUE_LENGTH, type Labels, MOST_LABELS } from '@parley/contract';
import { readShortened } from '../../envelope/fields.ts';
import type { Notes } from '../../envelope/notes.ts';
import { firstText, textOf } from '../attributes.ts';
import { isObject, listOf, parseJson } from '../json.ts';
import type { Attributes, Call, Value } from '../telemetry.ts';

/** The name of the label, and the attributes of the resource that say it. */
const RESOURCE: readonly [string, readonly string[]][] = [
  ['service.name', ['service.name']],
  ['service.version', ['service.version']],
  ['deployment.environment.name', ['deployment.environment.name', 'deployment.environment']],
];
/** The same of attributes that are on the span, or on the resource. */
const EITHER: readonly [string, readonly string[]][] = [
  ['deployment.environment.name', ['langfuse.environment']],
  ['release', ['langfuse.release']],
  ['version', ['langfuse.version']],
  ['trace.name', ['langfuse.trace.name']],
];
const PREFIX = 'parley.label.';
/** What an application notes of its own accord, each of them a label of its name. */
const METADATA = ['langfuse.trace.metadata.', 'langfuse.observation.metadata.'];
/** Each is a label of its own: `tag.NAME`, which is `true`. */
const TAGS = ['langfuse.trace.tags', 'tag.tags'];

const NAME = /^[\w.-]+$/;

/** What an SDK says when nobody has named the service. */
const NAMELESS = /^unknown_service\b/;

/**
 * Labels by the resource, by attributes that are meant as labels, and, as far as there is room beside these, by tags and
 * metadata. What cannot be one is left out, and what is too long is cut.
 */
export function labelsOf({ resource, attributes }: Call, notes: Notes): Labels {
  const labels = new Map<string, string>();
  for (const [name, sources] of EITHER) put(labels, name, firstOf([attributes, resource], sources));
  for (const [name, sources] of RESOURCE) {
    const value = firstText(resource, sources);
    if (value !== null && !NAMELESS.test(value)) put(labels, name, value);
  }
  for (const source of [resource, attributes]) {
    for (const [key, value] of source)
      if (key.startsWith(PREFIX)) put(labels, key.slice(PREFIX.length), labelText(value));
  }
  const noted = new Map<string, string>();
  for (const [name, value] of metadataIn(attributes)) put(noted, name, labelText(value));
  for (const name of TAGS) for (const tag of tagsIn(attributes.get(name))) put(noted, tag, 'true');
  for (const name of labels.keys()) noted.delete(name);
  return bounded([...byName(labels), ...byName(noted)], notes);
}

function bounded(said: readonly [string, string][], notes: Notes): Labels {
  if (said.length > MOST_LABELS) {
    const message = `labels may have ${MOST_LABELS} names at most, not ${said.length}: the first ones by name were kept, tags and metadata last.`;
    notes.warn('labels', 'too_many', message);
  }
  const kept = said.slice(0, MOST_LABELS).map(([sent, value]): [string, string] => {
    const path = `labels.${sent.slice(0, 80)}`;
    const name = readShortened(sent, path, LABEL_NAME_LENGTH, notes);
    return [name, readShortened(value, path, LABEL_VALUE_LENGTH, notes)];
  });
  return Object.fromEntries(kept);
}

function put(labels: Map<string, string>, name: string, value: string | null): void {
  if (value !== null && NAME.test(name)) labels.set(name, value);
}

/** By name, so that which ones are too many does not depend on the order of the attributes. */
function byName(labels: ReadonlyMap<string, string>): [string, string][] {
  return [...labels].sort(([a], [b]) => (a < b ? -1 : 1));
}

function firstOf(places: readonly Attributes[], names: readonly string[]): string | null {
  for (const place of places) {
    const text = firstText(place, names);
    if (text !== null) return text;
  }
  return null;
}

/** OpenInference has it in one attribute, Langfuse in one for each name. */
function* metadataIn(attributes: Attributes): Generator<[name: string, value: unknown]> {
  const said = attributes.has('openinference.span.kind') ? attributes.get('metadata') : undefined;
  const metadata = typeof said === 'string' ? parseJson(said) : said;
  if (isObject(metadata)) yield* Object.entries(metadata);
  for (const [key, value] of attributes) {
    const prefix = METADATA.find((start) => key.startsWith(start));
    if (prefix !== undefined) yield [key.slice(prefix.length), value];
  }
}

/** A list, or the JSON of one. */
function tagsIn(value: Value | undefined): string[] {
  const tags = typeof value === 'string' ? parseJson(value) : value;
  return listOf(tags).flatMap((tag) =>
    typeof tag === 'string' ? `tag.${tag.replaceAll(/[^\w.-]/g, '_')}` : [],
  );
}

function labelText(value: unknown): string | null {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' || typeof value === 'number' ? textOf(value) : null;
}
