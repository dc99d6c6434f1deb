/** The documents of a reranking and their order, in every dialect. */
import type { Message, Part } from '@parley/contract';
import type { Json } from '../../base/json.ts';
import { documentsIn } from '../../formats/retrieval/texts.ts';
import { count, obj, text } from '../../formats/shared/read.ts';
import { firstText } from '../attributes.ts';
import type { Call } from '../telemetry.ts';
import { type CallContent, listInJson, numberedAttributes } from './call-content.ts';

export type Ranking = {
  /** The query and the documents, where the telemetry has them. */
  input: Message[];
  output: Message[];
  /** The number of documents; null where the telemetry does not have them. */
  texts: number | null;
};

export function readRanking(call: Call, said: CallContent): Ranking {
  const given = documentsOf(call, said);
  const query = firstText(call.attributes, ['reranker.query']) ?? queryIn(said);
  const documents = documentsIn({ documents: given });
  const ranked = rankedOf(call, said);
  return {
    input: [...messageOf('user', query === null ? [] : [textPart(query)]), ...messageOf('user', documents)],
    output: messageOf('assistant', ranked),
    texts: documents.length === 0 ? null : documents.length,
  };
}

/** The documents of Vercel, of OpenInference, or of OpenLLMetry, which writes them as system messages. */
function documentsOf(call: Call, said: CallContent): readonly unknown[] {
  const vercel = listInJson(call.attributes.get('ai.documents'));
  if (vercel.length > 0) return vercel;
  const openInference = numberedAttributes(call, 'reranker.input_documents').map(
    (each) => contentOf(each) ?? '',
  );
  if (openInference.length > 0) return openInference;
  return (said.input ?? []).filter(({ role }) => role === 'system').map(({ content }) => textIn(content));
}

function queryIn({ input = [] }: CallContent): string | null {
  const asked = input.findLast(({ role }) => role === 'user');
  return asked === undefined ? null : textIn(asked.content);
}

function rankedOf(call: Call, said: CallContent): Part[] {
  const vercel = listInJson(call.attributes.get('ai.ranking')).map((each) => {
    const { index, relevanceScore } = obj(each);
    return rankedPart(count(index), relevanceScore);
  });
  if (vercel.length > 0) return vercel.flat();
  const openInference = rankedByDocument(call);
  return openInference.length > 0 ? openInference : (said.output ?? []).flatMap(rankedInText);
}

/** OpenInference repeats the documents in their new order; they are matched by id or content. */
function rankedByDocument(call: Call): Part[] {
  const left = new Map<string, number[]>();
  const given = numberedAttributes(call, 'reranker.input_documents');
  // Reversed, so that `pop` takes the first of several equal documents.
  for (const [index, each] of [...given.entries()].reverse())
    for (const key of keysOf(each)) {
      const places = left.get(key);
      if (places) places.push(index);
      else left.set(key, [index]);
    }
  const taken = new Set<number>();
  return numberedAttributes(call, 'reranker.output_documents').flatMap((each) => {
    const index = take(left, taken, keysOf(each));
    return rankedPart(index, obj(each.document).score);
  });
}

function take(left: Map<string, number[]>, taken: Set<number>, keys: readonly string[]): number | null {
  for (const key of keys) {
    const places = left.get(key) ?? [];
    for (let index = places.pop(); index !== undefined; index = places.pop()) {
      if (taken.has(index)) continue;
      taken.add(index);
      return index;
    }
  }
  return null;
}

function keysOf({ document }: Json): string[] {
  const { id, content } = obj(document);
  const named = typeof id === 'string' || typeof id === 'number' ? [`id ${id}`] : [];
  return typeof content === 'string' ? [...named, `content ${content}`] : named;
}

const SCORE_SENTENCE = /^Doc (\d{1,6}), Score: (-?\d+(?:\.\d+)?(?:e-?\d+)?)/;

/** OpenLLMetry writes a sentence for each document. */
function rankedInText({ content }: Message): Part[] {
  const [, index, score] = SCORE_SENTENCE.exec(textIn(content)) ?? [];
  return index === undefined ? [] : rankedPart(Number(index), Number(score));
}

function rankedPart(index: number | null, score: unknown): Part[] {
  if (index === null) return [];
  return [{ type: 'ranked', index, score: typeof score === 'number' ? score : null }];
}

function messageOf(role: Message['role'], content: Part[]): Message[] {
  return content.length > 0 ? [{ role, content }] : [];
}

function textPart(said: string): Part {
  return { type: 'text', text: said };
}

function textIn(content: readonly Part[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function contentOf({ document }: Json): string | null {
  return text(obj(document).content);
}
