/** What a model of Bedrock is asked for through InvokeModel, where only its id tells. */
import type { FormatTypes } from '../payload.ts';

/** Pictures, films and sound, which Parley does not take. */
const OTHERS = /(?:^|[./])(?:stability\.|amazon\.(?:titan-image|nova-(?:canvas|reel|sonic)))/;

/** Null when there is nothing to record. An id that says nothing is a conversation: Parley looks at the answer, too. */
export function typeOfModel(id: string): FormatTypes['bedrock'] | null {
  if (OTHERS.test(id)) return null;
  if (/[.-]rerank\b/.test(id)) return 'rerank';
  return /[.-](?:embed|embeddings?)\b/.test(id) ? 'embedding' : 'chat';
}
