import type { Json } from '../../src/formats/format.ts';
import { at, type Facts, items, numberAt, plus, stringAt } from './oracle.ts';

/** An intended difference between the record and the plain reading of an exchange, with its reason. */
export type Departure = {
  why: string;
  applies: (format: string, response: Json, facts: Facts) => boolean;
  instead: (facts: Facts, response: Json) => Partial<Facts>;
};

export const DEPARTURES: Record<string, Departure> = {
  compaction: {
    why: 'The counts at the top leave out the compaction step, which the same model ran and which is billed.',
    applies: (format, response) => format === 'anthropic' && compactions(response).length > 0,
    instead: (facts, response) => {
      const steps = compactions(response);
      const add = (key: string, to: number | null) => plus(to, ...steps.map((step) => numberAt(step, key)));
      const cachedInput = add('cache_read_input_tokens', facts.cachedInput);
      const cacheWrite = add('cache_creation_input_tokens', facts.cacheWrite);
      const fresh = add('input_tokens', numberAt(response, 'usage.input_tokens'));
      const input = plus(fresh, cachedInput, cacheWrite);
      const output = add('output_tokens', facts.output);
      return { input, output, total: plus(input, output), cachedInput, cacheWrite };
    },
  },
  images: {
    why: 'Cohere counts image tokens beside the input tokens; all input is both.',
    applies: (format, response) => format === 'cohere' && imageTokens(response) !== null,
    instead: (facts, response) => {
      const input = plus(facts.input, imageTokens(response));
      return { input, total: plus(input, facts.output) };
    },
  },
  'cache beside the input': {
    why: 'Nova counts cached tokens beside inputTokens when its total counts them too.',
    applies: (format, _response, facts) =>
      format === 'bedrock' &&
      (plus(facts.cachedInput, facts.cacheWrite) ?? 0) > 0 &&
      facts.total === plus(facts.input, facts.output, facts.cachedInput, facts.cacheWrite),
    instead: (facts) => ({ input: plus(facts.input, facts.cachedInput, facts.cacheWrite) }),
  },
  'cached beyond input': {
    why: 'Mistral counts a hidden system prompt as cached; a part cannot exceed its whole.',
    applies: (_format, _response, facts) =>
      facts.input !== null && facts.cachedInput !== null && facts.cachedInput > facts.input,
    instead: (facts) => ({ cachedInput: facts.input }),
  },
  'thoughts among candidates': {
    why: 'One Gemini preview counted thoughts among the candidates; its total shows that, and is right.',
    applies: (format, _response, facts) =>
      format === 'gemini' && facts.total !== null && facts.total !== plus(facts.input, facts.output),
    instead: (facts) => ({ output: (facts.total ?? 0) - (facts.input ?? 0) }),
  },
  'output left out': {
    why: 'An OpenAI completion without output leaves its count out; the total says what it is.',
    applies: (_format, _response, facts) =>
      facts.output === null && facts.total !== null && facts.input !== null,
    instead: (facts) => ({ output: (facts.total ?? 0) - (facts.input ?? 0) }),
  },
  'behind an ARN': {
    why: "An imported or provisioned model's ARN does not say what answered; the body's own name does.",
    applies: (_format, response, facts) =>
      facts.model?.startsWith('arn:') === true &&
      !/:(foundation-model|inference-profile)\//.test(facts.model) &&
      stringAt(response, 'body.model') !== null,
    instead: (_facts, response) => ({ model: stringAt(response, 'body.model') }),
  },
  'ended in error': {
    why: 'An answer that ends in an error has no error body; the reason for its ending is the error.',
    applies: (_format, _response, facts) => facts.finishReason === 'error',
    instead: () => ({ isError: true }),
  },
  'prompt refused by a filter': {
    why: "Azure refuses a prompt with an error body; the filter's code is why the exchange ended.",
    applies: (_format, response) => at(response, 'error.code') === 'content_filter',
    instead: () => ({ finishReasonRaw: 'content_filter', finishReason: 'content_filter' }),
  },
};

/** A response that is not a JSON object never becomes an interaction: ingest refuses it. */
export const REFUSED = 'a response that is no JSON object (a proxy answered in HTML)';

/** Warnings that a well-formed exchange causes all the same. */
export function deservedWarnings(response: Json): string[] {
  const advised = items(at(response, 'usage.iterations')).filter(
    (step) => at(step, 'type') === 'advisor_message',
  );
  // An imported model on Bedrock is recognised by its format, while its model family is unknown.
  const imported = at(response, 'body.choices') !== undefined;
  return [...advised.map(() => 'tokens_of_other_model'), ...(imported ? ['unknown_model_family'] : [])];
}

function compactions(response: Json): unknown[] {
  return items(at(response, 'usage.iterations')).filter((step) => at(step, 'type') === 'compaction');
}

function imageTokens(response: Json): number | null {
  return numberAt(response, 'usage.tokens.image_tokens', 'meta.tokens.image_tokens');
}
