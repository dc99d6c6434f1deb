import { isScore, scoreName } from '../../state/score-filters.ts';
import type { View } from '../../state/view.ts';
import type { Group } from './series.ts';

/** The clicked series, if the pointer was on one, and its value there. */
export type Picked = { group: Group; value: number | null } | null;

/** The filter for a clicked series; "Others" has none. */
export function only(dimension: string, picked: Picked): View {
  if (!picked || picked.group.others) return {};
  const { key } = picked.group;
  if (key === null && isScore(dimension)) return { 'not.scored': [scoreName(dimension)] };
  return { [dimension]: [key ?? ''] };
}
