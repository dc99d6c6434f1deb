import type { QueueFilters, ReviewQueue } from '@parley/contract';

type AsSent = NonNullable<ReviewQueue['setup']>['filters'];

/** Filters under the names of the query parameters: each label and score for itself. */
export function filtersAsSent({
  labels = {},
  'not.labels': notLabels = {},
  scores = {},
  ...filters
}: QueueFilters): AsSent {
  const named = (prefix: string, values: Record<string, string[]>) =>
    Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value] as const);
  const entries = [
    ...Object.entries(filters),
    ...named('label', labels),
    ...named('not.label', notLabels),
    ...Object.entries(scores).flatMap(([name, { values, min, max }]) => [
      [`score.${name}`, values] as const,
      [`score.${name}.min`, min] as const,
      [`score.${name}.max`, max] as const,
    ]),
  ];
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
