/** What changed from one version of a prompt to the next, in a sentence. */
import type { PromptVersion } from '@parley/contract';
import { THUMBS } from '@parley/contract/score-limits';
import { count, percent } from '../../lib/format.ts';
import { figureText } from '../../scores/score-text.ts';

/** Smaller changes are not worth a word. */
const LEAST_CHANGE = 0.02;
/** With fewer calls on either side, chance explains more than the version does. */
const FEW_CALLS = 30;

/** With fewer scores on either side, their number is said. */
const FEW_SCORES = 10;

type Figures = Pick<
  PromptVersion,
  'interactions' | 'errors' | 'latencyMean' | 'usage' | 'costUsd' | 'scores'
>;

/** "Since version 7: cost per call +18%, errors 1.0% → 3.0%, thumbs down 4.0% → 9.0%. Few calls (12) so far." */
export function versionChange(
  version: Figures & { number: number; name: string | null },
  before: Figures,
): string {
  const changes = [
    relative('cost per call', perCall(version, version.costUsd), perCall(before, before.costUsd)),
    relative('input per call', perCall(version, version.usage.input), perCall(before, before.usage.input)),
    relative('output per call', perCall(version, version.usage.output), perCall(before, before.usage.output)),
    relative('latency', version.latencyMean, before.latencyMean),
    errorsText(version, before),
    ...version.scores.map((score) => scoreText(score, before)),
  ].filter((text) => text !== null);
  const few = Math.min(version.interactions, before.interactions);
  const caution = few < FEW_CALLS ? ` Few calls to judge by: ${count(few)}.` : '';
  const said = changes.length === 0 ? 'no figure changed by more than 2%' : changes.join(', ');
  return `Since ${versionName(version)}: ${said}.${caution}`;
}

export function versionName({ number, name }: { number: number; name: string | null }): string {
  return `version ${name ?? number}`;
}

function perCall({ interactions }: Figures, sum: number | null): number | null {
  return sum === null || interactions === 0 ? null : sum / interactions;
}

function relative(what: string, now: number | null, before: number | null): string | null {
  if (now === null || before === null || before === 0) return null;
  const change = now / before - 1;
  if (Math.abs(change) < LEAST_CHANGE) return null;
  return `${what} ${change > 0 ? '+' : '−'}${count(Math.round(Math.abs(change) * 100))}%`;
}

function errorsText(now: Figures, before: Figures): string | null {
  const [rate, earlier] = [now.errors / now.interactions, before.errors / before.interactions];
  return Math.abs(rate - earlier) < 0.005 ? null : `errors ${percent(earlier)} → ${percent(rate)}`;
}

/** Of thumbs those down are worth a word, of numbers the mean. */
function scoreText({ name, kind, mean, scores }: Figures['scores'][number], before: Figures): string | null {
  const earlier = before.scores.find((score) => score.name === name);
  if (mean === null || !earlier || earlier.mean === null) return null;
  const few = Math.min(scores, earlier.scores);
  const caution = few < FEW_SCORES ? ` (${count(few)} ${few === 1 ? 'score' : 'scores'})` : '';
  if (kind === 'boolean') {
    if (Math.abs(mean - earlier.mean) < 0.005) return null;
    const share = (value: number) => percent(name === THUMBS ? 1 - value : value);
    return `${name === THUMBS ? 'thumbs down' : name} ${share(earlier.mean)} → ${share(mean)}${caution}`;
  }
  if (figureText(mean) === figureText(earlier.mean)) return null;
  return `${name} ${figureText(earlier.mean)} → ${figureText(mean)}${caution}`;
}
