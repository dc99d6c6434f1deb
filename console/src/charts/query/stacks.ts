/** Dimensions that the traffic charts can be stacked by. */
import type { LabelDimension } from '@parley/contract';
import { isLabel, labelName } from '../../state/label-filters.ts';

export const STACKS = {
  requestedModel: 'Requested model',
  model: 'Response model',
  provider: 'Provider',
  format: 'Format',
  outcome: 'Outcome',
} as const;
type PlainStack = keyof typeof STACKS;
export type Stack = PlainStack | LabelDimension;

export function readStack(text: string | undefined): Stack {
  return text !== undefined && (isPlain(text) || isLabel(text)) ? text : 'requestedModel';
}

function isPlain(text: string): text is PlainStack {
  return Object.hasOwn(STACKS, text);
}

/** The name of the series without a value. */
export function noneOf(stack: Stack): string {
  return isPlain(stack) ? 'Unknown' : `No ${labelName(stack)}`;
}
