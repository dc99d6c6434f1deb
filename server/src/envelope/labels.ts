import { LABEL_NAME_LENGTH, LABEL_VALUE_LENGTH, LabelName, type Labels, MAX_LABELS } from '@parley/contract';
import { isObject } from '../base/json.ts';
import { readShortened, readText } from './fields.ts';
import { isAbsent, kindOf, type Notes } from './notes.ts';

/** The `labels` of a payload; null when there are none. */
export function readLabels(value: unknown, notes: Notes): Labels | null {
  if (isAbsent(value)) return null;
  if (!isObject(value)) {
    notes.issue('labels', 'invalid_type', `labels must be an object of strings, not ${kindOf(value)}.`);
    return null;
  }
  const said = Object.keys(value).filter((name) => !isAbsent(value[name]));
  const names = said.length > MAX_LABELS ? said.sort().slice(0, MAX_LABELS) : said;
  if (names !== said) {
    const message = `labels may have ${MAX_LABELS} names at most, not ${said.length}: the first ones by name were kept.`;
    notes.warn('labels', 'too_many', message);
  }
  const labels: [string, string][] = [];
  for (const sent of names) {
    const path = `labels.${sent.slice(0, 80)}`;
    const name = /^[\w.-]+$/.test(sent) ? readShortened(sent, path, LABEL_NAME_LENGTH, notes) : sent;
    if (!LabelName.safeParse(name).success) {
      const rule = 'A label has a name of letters, digits, "_", "." and "-".';
      notes.issue(path, 'invalid_name', rule);
      continue;
    }
    const text = readText(asText(value[sent], path, notes), path, LABEL_VALUE_LENGTH, notes);
    if (text !== null) labels.push([name, text]);
  }
  return labels.length === 0 ? null : Object.fromEntries(labels);
}

/** `readText` reads numbers as strings. */
function asText(value: unknown, path: string, notes: Notes): unknown {
  if (typeof value !== 'boolean') return value;
  notes.warn(path, 'boolean_as_string', `${path} is a boolean and was read as the string "${value}".`);
  return String(value);
}
