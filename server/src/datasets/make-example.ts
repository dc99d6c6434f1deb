/** Makes an example of an interaction: its conversation, with the corrections that people made. */
import {
  CORRECTION,
  type DatasetNote,
  type DatasetUnit,
  type Score,
  type ScoredInteraction,
  THUMBS,
} from '@parley/contract';
import { type AssistantTurn, type Example, Inexpressible, type Tool, type Turn, turnsOf } from './example.ts';

/** What people said about an earlier answer of a session. */
export type Judged = { answer: string; correction: string | null; disliked: boolean };

export type ExampleSource = {
  record: ScoredInteraction;
  tools: readonly Tool[];
  /** Of the session, where it has one line. */
  earlier: readonly Judged[];
  per: DatasetUnit;
};

export function makeExample(
  { record, tools, earlier, per }: ExampleSource,
  note: (note: DatasetNote) => void,
): Example {
  if (record.outcome !== 'ok') throw new Inexpressible('failed', record.error?.message ?? record.outcome);
  if (record.texts !== null || record.vectors !== null) throw new Inexpressible('not_chat');
  const [given, ...others] = record.output;
  if (record.input.length === 0 && !given) throw new Inexpressible('no_texts');
  if (others.length > 0) note('choices');
  const said = turnsOf(record.input, note);
  const turns = said.map((turn) => judged(turn, earlier));
  const answered = given && turnsOf([given], note)[0];
  if (answered?.role !== 'assistant' || isEmpty(answered)) throw new Inexpressible('no_answer');
  const { correction, disliked } = judgedOf(record);
  const example = {
    id: record.id,
    turns,
    tools: [...tools],
    onlyAnswer: per === 'interaction',
    corrected: correction !== null || said.some((turn, i) => textOf(turn) !== textOf(turns[i])),
  };
  if (correction !== null) {
    if (answered.calls.length > 0) throw new Inexpressible('correction_of_call');
    const replaced = answered.text || (answered.refusal ?? '');
    return { ...example, answer: { ...answered, text: correction, refusal: null }, replaced };
  }
  if (disliked) throw new Inexpressible('disliked');
  if (record.finishReason === 'length') note('cut_off');
  return { ...example, answer: answered, replaced: null };
}

function textOf(turn: Turn | undefined): string | null {
  return turn?.role === 'assistant' ? turn.text : null;
}

/** What people said about the answer of an interaction; the newest counts. */
export function judgedOf({
  outputText,
  scores = [],
}: Pick<ScoredInteraction, 'outputText' | 'scores'>): Judged {
  const correction = newest(scores, CORRECTION);
  return {
    answer: outputText,
    correction: correction?.value === true ? (correction.comment ?? null) : null,
    disliked: newest(scores, THUMBS)?.value === false,
  };
}

function newest(scores: readonly Score[], name: string): Score | undefined {
  return scores
    .filter((score) => score.name === name)
    .reduce<Score | undefined>((last, score) => (last && last.at >= score.at ? last : score), undefined);
}

/** An answer in the history, as it was judged where it was given. */
function judged(turn: Turn, earlier: readonly Judged[]): Turn {
  if (turn.role !== 'assistant' || turn.text === '') return turn;
  const found = earlier.find(({ answer }) => answer.trim() === turn.text.trim());
  if (!found) return turn;
  return found.correction === null
    ? { ...turn, disliked: found.disliked }
    : { ...turn, text: found.correction };
}

function isEmpty({ text, refusal, calls }: AssistantTurn): boolean {
  return text.trim() === '' && refusal === null && calls.length === 0;
}
