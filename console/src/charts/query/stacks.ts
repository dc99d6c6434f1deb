/** The fields and labels by which the traffic chart can be stacked. */
import type { LabelDimension } from '@parley/contract';
import { BREAKDOWNS, type Breakdown } from '@parley/contract/fields';
import { isLabel, labelName } from '../../state/label-filters.ts';

export type Stack = Breakdown | LabelDimension;

export function readStack(text: string | undefined): Stack {
  return text !== undefined && (isPlain(text) || isLabel(text)) ? text : 'requestedModel';
}

function isPlain(text: string): text is Breakdown {
  return BREAKDOWNS.some((name) => name === text);
}

/** Name of the interactions without a value. */
export function noneOf(stack: Stack): string {
  return isPlain(stack) ? 'Unknown' : `No ${labelName(stack)}`;
}
