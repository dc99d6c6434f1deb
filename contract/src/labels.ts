/** Names and values that an application gives its interactions, to find and to group them by. */
import { z } from 'zod';

export const MOST_LABELS = 32;
export const LABEL_VALUE_LENGTH = 256;

const NAME = '[A-Za-z0-9_.-]{1,64}';

export const LabelName = z.stringFormat('label name', new RegExp(`^${NAME}$`));

export const Labels = z.record(LabelName, z.string());
export type Labels = z.infer<typeof Labels>;

/** How a label is named among filters and dimensions. */
const PREFIX = 'label.';
export type LabelDimension = `label.${string}`;
export const LabelDimension = z
  .stringFormat('label.NAME', new RegExp(`^label\\.${NAME}$`))
  .transform((value) => value as LabelDimension);

export function labelOf(dimension: string): string | null {
  return dimension.startsWith(PREFIX) ? dimension.slice(PREFIX.length) : null;
}

/** Filters as they are sent, each `label.NAME` for itself, with all labels in one. */
export function gatherLabels(filters: unknown): unknown {
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) return filters;
  const entries = Object.entries(filters);
  const labels = entries.flatMap(([name, value]) => {
    const label = labelOf(name);
    return label === null ? [] : [[label, value] as const];
  });
  if (labels.length === 0) return filters;
  const others = entries.filter(([name]) => labelOf(name) === null);
  return { ...Object.fromEntries(others), labels: Object.fromEntries(labels) };
}
