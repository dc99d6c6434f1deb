import type { SearchIn } from '@parley/contract/search';

type Place = {
  /** Whose words are searched; absent: what people and the assistant said. */
  in?: SearchIn;
  label: string;
  /** Where nothing was found: "No interaction has these words in …". */
  text: string;
};

/** Where a search can look, in the order of the menu. */
export const SEARCH_PLACES: readonly Place[] = [
  { label: 'People and assistant', text: 'what people and the assistant said' },
  { in: 'user', label: 'User', text: 'what users said' },
  { in: 'assistant', label: 'Assistant', text: 'what the assistant said' },
  { in: 'system', label: 'System prompt', text: 'system prompts' },
  { in: 'tool', label: 'Tools', text: 'the results of tools' },
  { in: 'any', label: 'Anywhere', text: 'any message' },
];

export function placeText(where: SearchIn | undefined): string {
  return SEARCH_PLACES.find((place) => place.in === where)?.text ?? '';
}
