/** Labels: names and values that an application attaches to its interactions, to filter and group by. */
import { z } from 'zod';

export const MAX_LABELS = 32;
export const LABEL_NAME_LENGTH = 64;
export const LABEL_VALUE_LENGTH = 256;

const NAME = `[A-Za-z0-9_.-]{1,${LABEL_NAME_LENGTH}}`;

export const LabelName = z.stringFormat('label name', new RegExp(`^${NAME}$`));

export const Labels = z.record(LabelName, z.string());
export type Labels = z.infer<typeof Labels>;

/** Prefix of a label's name among filters and dimensions. */
const PREFIX = 'label.';
export type LabelDimension = `label.${string}`;
export const LabelDimension = z
  .stringFormat('label.NAME', new RegExp(`^label\\.${NAME}$`))
  .transform((value) => value as LabelDimension);

export function labelOf(dimension: string): string | null {
  return dimension.startsWith(PREFIX) ? dimension.slice(PREFIX.length) : null;
}

/** Members that hold the filters by label, and the prefix of each such filter as sent. */
const LABEL_FILTERS = { labels: PREFIX, 'not.labels': `not.${PREFIX}` };

/** Moves each `label.NAME` of the filters as sent into one member `labels`. */
export function gatherLabels(filters: unknown): unknown {
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) return filters;
  let rest = Object.entries(filters);
  const gathered: Record<string, unknown> = {};
  for (const [into, prefix] of Object.entries(LABEL_FILTERS)) {
    const labels = rest.filter(([name]) => name.startsWith(prefix));
    if (labels.length === 0) continue;
    gathered[into] = Object.fromEntries(labels.map(([name, value]) => [name.slice(prefix.length), value]));
    rest = rest.filter(([name]) => !name.startsWith(prefix));
  }
  return { ...Object.fromEntries(rest), ...gathered };
}
