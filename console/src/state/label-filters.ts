/** Labels in the address, each a filter of its own, as the server's lists take them: `label.environment=production`. */
import type { LabelDimension } from '@parley/contract';

export type LabelFilters = { [name: LabelDimension]: string[] } & {
  [name: `not.${LabelDimension}`]: string[];
};

const NAME = /^label\.[A-Za-z0-9_.-]{1,64}$/;

export function isLabel(name: string): name is LabelDimension {
  return NAME.test(name);
}

/** What the application calls it. */
export function labelName(dimension: LabelDimension): string {
  return dimension.slice('label.'.length);
}

/** Those that are asked for, or asked not to be there. */
export function labelsIn(names: object): LabelDimension[] {
  const labels = Object.keys(names).map((name) => name.replace(/^not\./, ''));
  return [...new Set(labels.filter(isLabel))];
}
