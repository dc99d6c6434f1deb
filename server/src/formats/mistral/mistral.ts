import type { ReadExchange } from '../format.ts';
import { readChatOnly } from '../openai-like/chat-only.ts';
import { PLAIN } from '../openai-like/exchange.ts';
import type { FormatReader } from '../reader.ts';
import { withRetrieval } from '../retrieval/with-retrieval.ts';

/**
 * Mistral speaks OpenAI's dialect; reasoning models answer with `thinking` chunks beside the text, and
 * cached tokens have three spellings, all read by the dialect's own readers.
 */
const readMistral: ReadExchange = (request, response) => readChatOnly('mistral', request, response, PLAIN);

export const mistral: FormatReader = { read: withRetrieval('mistral', readMistral) };
