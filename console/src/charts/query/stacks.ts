/** The fields, labels and scores by which the traffic chart can be stacked. */
import type { LabelDimension, ScoreDimension } from '@parley/contract';
import { BREAKDOWNS, type Breakdown, FIELDS } from '@parley/contract/fields';
import { isLabel, labelName } from '../../state/label-filters.ts';
import { isScore } from '../../state/score-filters.ts';

export type Stack = Breakdown | LabelDimension | ScoreDimension;

export function readStack(text: string | undefined): Stack {
  return text !== undefined && (isPlain(text) || isLabel(text) || isScore(text)) ? text : 'requestedModel';
}

function isPlain(text: string): text is Breakdown {
  return BREAKDOWNS.some((name) => name === text);
}

/** Whether a field has few values; of users and labels there may be any number. */
export function hasFewValues(stack: Stack): stack is Exclude<Breakdown, 'user'> {
  return isPlain(stack) && FIELDS[stack].dimension === 'low';
}

/** Name of the interactions without a value. */
export function noneOf(stack: Stack): string {
  if (stack === 'user') return FIELDS.user.none;
  if (isScore(stack)) return 'Not scored';
  return isLabel(stack) ? `No ${labelName(stack)}` : 'Unknown';
}
