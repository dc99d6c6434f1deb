/** Label filters in the address, in the form of the server's list queries: `label.environment=production`. */
import type { LabelDimension } from '@parley/contract';

export type LabelFilters = { [name: LabelDimension]: string[] } & {
  [name: `not.${LabelDimension}`]: string[];
};

const NAME = /^label\.[A-Za-z0-9_.-]{1,64}$/;

export function isLabel(name: string): name is LabelDimension {
  return NAME.test(name);
}

/** The label's name in the application. */
export function labelName(dimension: LabelDimension): string {
  return dimension.slice('label.'.length);
}

/** The labels that are filtered by, included or excluded. */
export function labelsIn(names: object): LabelDimension[] {
  const labels = Object.keys(names).map((name) => name.replace(/^not\./, ''));
  return [...new Set(labels.filter(isLabel))];
}
