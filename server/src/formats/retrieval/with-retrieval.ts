import type { Format } from '@parley/contract';
import type { ReadExchange } from '../format.ts';
import { readEmbedding } from './embedding.ts';
import { readRerank } from './rerank.ts';

/** Adds embeddings and rankings, whose shapes are shared between formats, to a format's own reader. */
export function withRetrieval(format: Format, readConversation: ReadExchange): ReadExchange {
  return (request, response, type) => {
    if (type === 'embedding') return readEmbedding(format, request, response);
    return type === 'rerank'
      ? readRerank(format, request, response)
      : readConversation(request, response, type);
  };
}
