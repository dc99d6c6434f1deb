import { LABEL_NAME_LENGTH, LABEL_VALUE_LENGTH, type Labels, MAX_LABELS } from '@parley/contract';
import { listOf, parseJson } from '../../base/json.ts';
import { readShortened } from '../../envelope/fields.ts';
import type { Notes } from '../../envelope/notes.ts';
import { firstText, textOf } from '../attributes.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import type { Attributes, Call, Value } from '../telemetry.ts';

/** Label names, and the attributes of the resource that hold them. */
const RESOURCE: readonly [string, readonly string[]][] = [
  ['service.name', ['service.name']],
  ['service.version', ['service.version']],
  ['deployment.environment.name', ['deployment.environment.name', 'deployment.environment']],
];
/** The same for attributes of the span or its resource. */
const BY_DIALECT = DIALECTS.flatMap(({ labels }) => labels?.names ?? []);
const TAGS = DIALECTS.flatMap(({ labels }) => labels?.tags ?? []);
const PREFIX = 'parley.label.';

const VALID_NAME = /^[\w.-]+$/;

/** The name that SDKs give a service by default. */
const DEFAULT_SERVICE = /^unknown_service\b/;

/**
 * Labels from the resource, from attributes named `parley.label.`, and, as far as there is room, from tags
 * and metadata. Invalid names and values are left out; long ones are cut.
 */
export function labelsOf({ resource, attributes }: Call, notes: Notes): Labels {
  const labels = new Map<string, string>();
  for (const [name, sources] of BY_DIALECT) put(labels, name, firstOf([attributes, resource], sources));
  for (const [name, sources] of RESOURCE) {
    const value = firstText(resource, sources);
    if (value !== null && !DEFAULT_SERVICE.test(value)) put(labels, name, value);
  }
  for (const source of [resource, attributes]) {
    for (const [key, value] of source)
      if (key.startsWith(PREFIX)) put(labels, key.slice(PREFIX.length), labelText(value));
  }
  const optional = new Map<string, string>();
  for (const dialect of DIALECTS)
    for (const [name, value] of dialect.labels?.metadata?.(attributes) ?? [])
      put(optional, name, labelText(value));
  for (const name of TAGS) for (const tag of tagsIn(attributes.get(name))) put(optional, tag, 'true');
  for (const name of labels.keys()) optional.delete(name);
  return bounded([...byName(labels), ...byName(optional)], notes);
}

function bounded(all: readonly [string, string][], notes: Notes): Labels {
  if (all.length > MAX_LABELS) {
    const message = `labels may have ${MAX_LABELS} names at most, not ${all.length}: the first ones by name were kept, tags and metadata last.`;
    notes.warn('labels', 'too_many', message);
  }
  const kept = all.slice(0, MAX_LABELS).map(([sent, value]): [string, string] => {
    const path = `labels.${sent.slice(0, 80)}`;
    const name = readShortened(sent, path, LABEL_NAME_LENGTH, notes);
    return [name, readShortened(value, path, LABEL_VALUE_LENGTH, notes)];
  });
  return Object.fromEntries(kept);
}

function put(labels: Map<string, string>, name: string, value: string | null): void {
  if (value !== null && VALID_NAME.test(name)) labels.set(name, value);
}

/** Sorted, so that the labels beyond the limit do not depend on the order of the attributes. */
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

/** Tags are a list, or the JSON of one. */
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
