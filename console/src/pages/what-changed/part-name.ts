/** The name of a part of a cause: its kind, then its value, such as "Model gpt-4o" or "feature summary". */
import type { CausePart } from '@parley/contract';
import { FIELDS, VALUE_FILTERS } from '@parley/contract/fields';
import { valueName } from '../../lib/upstream-names.ts';
import { isLabel, labelName } from '../../state/label-filters.ts';

export type PartName = { kind: string; value: string };

export function partName({ dimension, value }: CausePart, userName: (key: string) => string): PartName {
  if (isLabel(dimension)) return { kind: labelName(dimension), value: value ?? '' };
  const name = VALUE_FILTERS.find((one) => one === dimension);
  if (name === undefined) return { kind: dimension, value: value ?? '' };
  const field = FIELDS[name];
  if (value === null) return { kind: kindOf(name), value: 'none' in field ? field.none : '' };
  return { kind: kindOf(name), value: name === 'user' ? userName(value) : valueName(name, value) };
}

export function partText(part: CausePart, userName: (key: string) => string): string {
  const { kind, value } = partName(part, userName);
  return `${kind} ${value}`;
}

/** The requested model is what people call the model. */
function kindOf(name: (typeof VALUE_FILTERS)[number]): string {
  if (name === 'requestedModel') return 'Model';
  return name === 'model' ? 'Response model' : FIELDS[name].label;
}
