import type { Interaction } from '@parley/contract';
import { Badge, type Tone } from '../ui/badge.tsx';

type Props = Pick<Interaction, 'outcome' | 'finishReason'>;

/** The outcome as a word and a tone. */
export function outcomeOf({ outcome, finishReason }: Props): { word: string; tone: Tone } {
  if (outcome === 'error') return { word: 'Failed', tone: 'bad' };
  if (outcome === 'blocked') return { word: 'Blocked', tone: 'warn' };
  if (finishReason === 'length') return { word: 'Truncated', tone: 'warn' };
  if (finishReason === 'content_filter') return { word: 'Filtered', tone: 'warn' };
  return { word: finishReason === 'tool_calls' ? 'Tool calls' : 'OK', tone: 'neutral' };
}

export function OutcomeBadge(props: Props) {
  const { word, tone } = outcomeOf(props);
  // Success has a neutral tone.
  if (tone === 'neutral') return <span className="text-sm text-ink-3">{word}</span>;
  return <Badge tone={tone}>{word}</Badge>;
}
