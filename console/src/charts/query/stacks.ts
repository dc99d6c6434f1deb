/** The fields and labels by which the traffic chart can be stacked. */
import type { LabelDimension } from '@parley/contract';
import { BREAKDOWNS, type Breakdown, FIELDS } from '@parley/contract/fields';
import { isLabel, labelName } from '../../state/label-filters.ts';

export type Stack = Breakdown | LabelDimension;

export function readStack(text: string | undefined): Stack {
  return text !== undefined && (isPlain(text) || isLabel(text)) ? text : 'requestedModel';
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
  return isPlain(stack) ? 'Unknown' : `No ${labelName(stack)}`;
}
