/** The result of an embedding or a ranking in a few words. */
import type { Interaction, Message, Part } from '@parley/contract';
import { count } from '../lib/format.ts';

export type Ranked = Extract<Part, { type: 'ranked' }>;

/** "3 vectors of 1,536"; null if there are none. */
export function vectorsText({ vectors }: Pick<Interaction, 'vectors'>): string | null {
  if (vectors === null) return null;
  const { count: number, length } = vectors;
  const what = `${count(number)} ${number === 1 ? 'vector' : 'vectors'}`;
  return length === null ? what : `${what} of ${count(length)}`;
}

/** "2 of 20 documents, best 0.98"; null when nothing was ranked. */
export function rankingText({ output, texts }: Pick<Interaction, 'output' | 'texts'>): string | null {
  const ranked = rankedIn(output);
  const [best] = ranked;
  if (!best) return null;
  const score = best.score === null ? '' : `, best ${scoreText(best.score)}`;
  return `${documentsText(ranked, texts)}${score}`;
}

/** "2 of 20 documents", or only the returned ones if the total is unknown. */
export function documentsText(ranked: readonly Ranked[], texts: number | null): string {
  return texts === null
    ? `${count(ranked.length)} documents`
    : `${count(ranked.length)} of ${count(texts)} documents`;
}

/** Telemetry may have the documents without the query, or neither. */
export function rankedInput({ input, texts }: Pick<Interaction, 'input' | 'texts'>): {
  query: Message | undefined;
  documents: Message | undefined;
} {
  const [first, second] = input;
  const isQuery = second !== undefined || !texts;
  return isQuery ? { query: first, documents: second } : { query: undefined, documents: first };
}

export function rankedIn(output: Interaction['output']): Ranked[] {
  return output.flatMap(({ content }) => content.filter((part) => part.type === 'ranked'));
}

export function scoreText(score: number | null): string {
  return score === null ? '–' : score.toLocaleString('en', { maximumFractionDigits: 4 });
}
