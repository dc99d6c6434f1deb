/** Names and values that an application gives its interactions, to find and to group them by. */
import { z } from 'zod';

export const MOST_LABELS = 32;
export const LABEL_NAME_LENGTH = 64;
export const LABEL_VALUE_LENGTH = 256;

const NAME = `[A-Za-z0-9_.-]{1,${LABEL_NAME_LENGTH}}`;

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

/** Where the filters by labels are gathered, by how each of them is named. */
const GATHERED = { labels: PREFIX, 'not.labels': `not.${PREFIX}` };

/** Filters as they are sent, each `label.NAME` for itself, with all labels in one. */
export function gatherLabels(filters: unknown): unknown {
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) return filters;
  let rest = Object.entries(filters);
  const gathered: Record<string, unknown> = {};
  for (const [into, prefix] of Object.entries(GATHERED)) {
    const labels = rest.filter(([name]) => name.startsWith(prefix));
    if (labels.length === 0) continue;
    gathered[into] = Object.fromEntries(labels.map(([name, value]) => [name.slice(prefix.length), value]));
    rest = rest.filter(([name]) => !name.startsWith(prefix));
  }
  return { ...Object.fromEntries(rest), ...gathered };
}
