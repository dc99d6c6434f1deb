import type { ReadExchange } from '../format.ts';
import { readChatOnly } from '../openai-like/chat-only.ts';
import { PLAIN } from '../openai-like/exchange.ts';
import type { FormatReader } from '../reader.ts';
import { withRetrieval } from '../retrieval/with-retrieval.ts';

/**
 * Mistral speaks OpenAI's dialect. Reasoning models answer with `thinking` chunks besides text, and cached
 * tokens have three spellings; the dialect's readers handle both.
 */
const readMistral: ReadExchange = (request, response) => readChatOnly('mistral', request, response, PLAIN);

export const mistral: FormatReader = { read: withRetrieval('mistral', readMistral) };
