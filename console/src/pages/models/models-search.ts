/** The address of the Models page, beside the view and the sorting. */
import type { LabelDimension } from '@parley/contract';
import { isLabel } from '../../state/label-filters.ts';

export type ModelsSearch = {
  /** The models that are shown side by side, and over time. */
  compare?: string[];
  /** The figure over time. */
  over?: string;
  /** The label of the table by label, and its figure. */
  label?: LabelDimension;
  cell?: string;
};

export function readModels({ compare, over, label, cell }: Record<string, unknown>): ModelsSearch {
  return {
    ...(Array.isArray(compare) && compare.length > 0 ? { compare: compare.map(String) } : {}),
    ...(typeof over === 'string' ? { over } : {}),
    ...(typeof label === 'string' && isLabel(label) ? { label } : {}),
    ...(typeof cell === 'string' ? { cell } : {}),
  };
}
