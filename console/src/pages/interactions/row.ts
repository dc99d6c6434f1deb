/** A row of the list. It is small: a browser holds a hundred thousand of them. */
import type {
  FinishReason,
  Highlight,
  Labels,
  ListedInteraction,
  Message,
  Outcome,
  Role,
  Score,
  Snippet,
} from '@parley/contract';
import { textsMayFollow } from '../../conversation/late-texts.ts';
import { rankingText, vectorsText } from '../../conversation/retrieval-text.ts';
import { ROLE_NAMES } from '../../conversation/role-names.ts';
import { isWordless } from '../../conversation/wordless.ts';
import { fullName } from '../../lib/user-name.ts';

export type Row = {
  id: string;
  upstreamId: string | null;
  requestedAt: string;
  model: string | null;
  requestedModel: string | null;
  provider: string | null;
  type: string;
  input: Snippet;
  output: Snippet;
  user: string | null;
  /** The name in the interaction; empty if it had none. */
  userName: string;
  session: string | null;
  labels: Labels;
  tokens: number | null;
  costUsd: number | null;
  latencyMs: number | null;
  firstTokenMs: number | null;
  outcome: Outcome;
  finishReason: FinishReason | null;
  errorCode: string | null;
  scores: readonly Score[];
  /** Whether telemetry may still add texts. */
  textsMayFollow: boolean;
};

const NO_SCORES: readonly Score[] = [];

export function rowOf(interaction: ListedInteraction): Row {
  const { id, upstreamId, requestedAt, model, requestedModel, provider, type, session, labels } = interaction;
  const { usage, cost, latencyMs, firstTokenMs } = interaction;
  const { outcome, finishReason, highlights } = interaction;
  return {
    id,
    upstreamId,
    requestedAt,
    model,
    requestedModel,
    provider,
    type,
    input: highlights?.input ? near(highlights.input, 'user') : plain(questionOf(interaction)),
    output: highlights?.output ? near(highlights.output, 'assistant') : plain(answerOf(interaction)),
    user: interaction.user?.key ?? null,
    userName: interaction.user ? fullName(interaction.user) : '',
    session,
    labels,
    tokens: usage.total,
    costUsd: cost?.usd ?? null,
    latencyMs,
    firstTokenMs,
    outcome,
    finishReason,
    errorCode: interaction.error?.code ?? null,
    scores: interaction.scores?.length ? interaction.scores : NO_SCORES,
    textsMayFollow: textsMayFollow(interaction, Date.now()),
  };
}

/** Maximum text length, more than a column shows. */
const LENGTH = 240;

/** Joining copies the text: a slice would keep the long string in memory. */
function plain(text: string): Snippet {
  return { text: text.slice(0, LENGTH).trim().split(/\s+/).join(' '), matches: [] };
}

/** Characters before a match, in a column that shows some twenty. */
const BEFORE = 12;

/** Shortens the text so that the first match is visible, and names who said it, unless it is whom one expects. */
export function near({ text, matches, role }: Highlight, usual: Role): Snippet {
  const start = matches[0]?.[0] ?? 0;
  const space = text.indexOf(' ', start - BEFORE);
  const cut = start <= BEFORE ? 0 : space >= 0 && space < start ? space + 1 : start;
  const who = role === null || role === usual ? '' : `${ROLE_NAMES[role]}: `;
  const before = `${who}${cut === 0 ? '' : '…'}`;
  const move = before.length - cut;
  return {
    text: `${before}${text.slice(cut)}`,
    matches: matches.map(([from, to]) => [from + move, to + move]),
  };
}

/** The last message before the answer, rather than the first of the conversation. */
function questionOf({ input, inputText, type }: ListedInteraction): string {
  // The query of a ranking comes before its documents.
  if (isWordless(type)) return (input[0] && textOf(input[0])) || inputText;
  const question = input.findLast((message) => message.role === 'user' && textOf(message) !== '');
  // With server-side conversations, the request may contain only a tool result.
  const result = input.findLast((message) => message.role === 'tool');
  return (question && textOf(question)) || (result && resultOf(result)) || inputText;
}

/** For a failed call the error, since a partial output is no answer. */
function answerOf(interaction: ListedInteraction): string {
  const { outcome, outputText, output, error, toolCalls } = interaction;
  const why = firstLine(error?.message ?? error?.code ?? error?.type ?? '');
  if (outcome === 'error' && why !== '') return why;
  if (outputText.trim() !== '') return outputText;
  if (why !== '') return why;
  const found = vectorsText(interaction) ?? rankingText(interaction);
  if (found !== null) return found;
  if (toolCalls.length > 0) return toolCalls.map((call) => `${call.name}(${call.arguments})`).join(' ');
  return output.map(refusalOf).join(' ');
}

function firstLine(text: string): string {
  return text.trim().split(/[\r\n]/, 1)[0] ?? '';
}

function textOf({ content }: Message): string {
  return content
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join(' ')
    .trim();
}

function resultOf({ content }: Message): string {
  return content
    .map((part) => (part.type === 'tool_result' ? part.text : ''))
    .join(' ')
    .trim();
}

function refusalOf({ content }: Message): string {
  return content.map((part) => (part.type === 'refusal' ? part.text : '')).join(' ');
}
