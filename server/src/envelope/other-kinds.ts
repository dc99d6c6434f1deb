/** Exchanges other than conversations, recognised by their shape or by the payload's `type`. */
import { isWordless, type WORDLESS_TYPES } from '@parley/contract';
import { isObject, type Json } from '../base/json.ts';

type Wordless = (typeof WORDLESS_TYPES)[number];

/** The type of embeddings and rankings, by the response; null for everything else. */
export function wordlessTypeOf(response: Json): Wordless | null {
  const { data, embedding, embeddings, embeddingsByType, predictions, results } = bodyOf(response);
  const [first, predicted, result] = [data, predictions, results].map(firstOf);
  if (first?.embedding !== undefined || isObject(predicted?.embeddings)) return 'embedding';
  if (hasValues(embedding) || hasValues(embeddings) || isObject(embeddingsByType)) return 'embedding';
  return [first, result].some((one) => one !== undefined && hasScore(one)) ? 'rerank' : null;
}

/** The type that a synonym stands for; null for other words. */
export function wordlessWord(word: string): Wordless | null {
  if (isWordless(word)) return word;
  if (/^(?:(?:batch_?)?embed(?:ding)?s?(?:_?contents?)?|text[-_]embeddings?)$/.test(word)) return 'embedding';
  return /^re-?rank(?:ing|s)?$/.test(word) ? 'rerank' : null;
}

/** Kinds that are refused, by name and by shape. */
const REFUSED: readonly {
  subject: string;
  word: RegExp;
  shows?: (response: Json, request: Json) => boolean;
}[] = [
  { subject: 'Moderation is', word: /moderat/i, shows: isModeration },
  { subject: 'Transcription is', word: /transcri|translat|speech[-_ ]?to/i, shows: isTranscription },
  {
    subject: 'Speech is',
    word: /speech|voice|tts/i,
    shows: (_, { voice, input }) => isText(voice) && isText(input),
  },
  { subject: 'Video is', word: /video/i },
  { subject: 'Audio is', word: /audio/i },
  { subject: 'Classification is', word: /classif/i },
  { subject: 'Images are', word: /image|picture/i, shows: isImages },
];

const TAKEN = 'not taken: only text from language models, embeddings and rankings are.';

/** The refusal for a `type`, as a sentence for the sender; null when it is not refused. */
export function refusalOfWord(word: string): string | null {
  const refused = REFUSED.find((kind) => kind.word.test(word));
  return refused ? `${refused.subject} ${TAKEN}` : null;
}

/** The refusal for an exchange's shape. */
export function refusalOfShape(request: Json, response: Json): string | null {
  const refused = REFUSED.find(({ shows }) => shows?.(bodyOf(response), request));
  return refused ? `${refused.subject} ${TAKEN}` : null;
}

/** Advice for a line of a batch's results; null when it is not one. */
export function batchAdvice(response: Json): string | null {
  const line = isObject(response.response) ? response.response : response;
  if (typeof line.status_code === 'number' && isObject(line.body))
    return adviceFor('response.body', 'the `body` of its line in the input file');
  const { result, custom_id: id, modelOutput } = response;
  if (isObject(result) && id !== undefined)
    return adviceFor('result.message', 'the `params` of that request');
  return isObject(modelOutput)
    ? adviceFor('modelOutput', 'its `modelInput`, as the `body` of the request')
    : null;
}

function adviceFor(answer: string, request: string): string {
  return `This is a line of a batch's results. Send each as an exchange of its own: its \`${answer}\` as response, and ${request} as request.`;
}

/** Bedrock nests the body in an envelope. */
function bodyOf(response: Json): Json {
  return isObject(response.body) ? response.body : response;
}

function firstOf(value: unknown): Json | undefined {
  const first = Array.isArray(value) ? value[0] : undefined;
  return isObject(first) ? first : undefined;
}

/** Vectors: a list, or lists keyed by their kind. */
function hasValues(value: unknown): boolean {
  return Array.isArray(value) || isObject(value);
}

function hasScore({ index, relevance_score: snake, relevanceScore: camel }: Json): boolean {
  return typeof index === 'number' && typeof (snake ?? camel) === 'number';
}

function isModeration({ results }: Json): boolean {
  const first = firstOf(results);
  return first !== undefined && (typeof first.flagged === 'boolean' || isObject(first.category_scores));
}

function isTranscription({ text, task, segments }: Json, { file }: Json): boolean {
  return isText(text) && (isText(task) || Array.isArray(segments) || (file !== undefined && file !== null));
}

function isImages({ data, created, artifacts, images, predictions }: Json): boolean {
  const first = firstOf(data);
  if (first?.b64_json !== undefined || (first?.url !== undefined && created !== undefined)) return true;
  return (
    Array.isArray(artifacts) || isStrings(images) || firstOf(predictions)?.bytesBase64Encoded !== undefined
  );
}

/** Perplexity answers in text and lists `images` that it found, as objects. */
function isStrings(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'string';
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
