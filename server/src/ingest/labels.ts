import { LABEL_VALUE_LENGTH, LabelName, type Labels, MOST_LABELS } from '@parley/contract';
import { readText } from './fields.ts';
import { isAbsent, isObject, kindOf, type Notes } from './notes.ts';

/** `labels` of the payload; null when there are none. */
export function readLabels(value: unknown, notes: Notes): Labels | null {
  if (isAbsent(value)) return null;
  if (!isObject(value)) {
    notes.issue('labels', 'invalid_type', `labels must be an object of strings, not ${kindOf(value)}.`);
    return null;
  }
  const names = Object.keys(value);
  if (names.length > MOST_LABELS) {
    notes.issue('labels', 'too_many', `labels may have ${MOST_LABELS} names at most, not ${names.length}.`);
    return null;
  }
  const labels: [string, string][] = [];
  for (const name of names) {
    const path = `labels.${name.slice(0, 80)}`;
    if (!LabelName.safeParse(name).success) {
      const rule = 'A label has a name of 1 to 64 letters, digits, "_", "." and "-".';
      notes.issue(path, 'invalid_name', rule);
      continue;
    }
    const text = readText(asText(value[name], path, notes), path, LABEL_VALUE_LENGTH, notes);
    if (text !== null) labels.push([name, text]);
  }
  return labels.length === 0 ? null : Object.fromEntries(labels);
}

/** Numbers are read as strings by whoever reads texts. */
function asText(value: unknown, path: string, notes: Notes): unknown {
  if (typeof value !== 'boolean') return value;
  notes.warn(path, 'boolean_as_string', `${path} is a boolean and was read as the string "${value}".`);
  return String(value);
}
