import { LABEL_VALUE_LENGTH, LabelName, type Labels, MOST_LABELS } from '@parley/contract';
import { firstText, textOf } from '../attributes.ts';
import type { Call, Value } from '../telemetry.ts';

/** The name of the label, and the attributes of the resource that say it. */
const RESOURCE: readonly [string, readonly string[]][] = [
  ['service.name', ['service.name']],
  ['service.version', ['service.version']],
  ['deployment.environment.name', ['deployment.environment.name', 'deployment.environment']],
];
const PREFIX = 'parley.label.';

/** What an SDK says when nobody has named the service. */
const NAMELESS = /^unknown_service\b/;

/** Labels by the resource, and by attributes that are meant as labels. What cannot be one is left out. */
export function labelsOf({ resource, attributes }: Call): Labels {
  const labels = new Map<string, string>();
  for (const [name, sources] of RESOURCE) {
    const value = firstText(resource, sources);
    if (value !== null && !NAMELESS.test(value)) labels.set(name, cut(value));
  }
  for (const source of [resource, attributes]) {
    for (const [key, value] of source) {
      if (!key.startsWith(PREFIX)) continue;
      const name = key.slice(PREFIX.length);
      const text = labelText(value);
      if (text !== null && LabelName.safeParse(name).success) labels.set(name, cut(text));
    }
  }
  // By name, so that which ones are too many does not depend on the order of the attributes.
  return Object.fromEntries([...labels].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST_LABELS));
}

function labelText(value: Value): string | null {
  return typeof value === 'boolean' ? String(value) : textOf(value);
}

function cut(text: string): string {
  return text.slice(0, LABEL_VALUE_LENGTH).toWellFormed();
}
