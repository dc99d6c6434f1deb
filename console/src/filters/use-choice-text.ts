import { useUserNames } from '../state/user-names.ts';
import { choiceText, type ListKind } from './filter-kinds.ts';

/** What people call the values of a filter; users go by their names. */
export function useChoiceText(kind: ListKind, values: readonly string[]): (value: string) => string {
  const isUser = kind.name === 'user';
  const nameOf = useUserNames(isUser ? values : []);
  return (value) => (isUser && value !== '' ? nameOf(value) : choiceText(kind, value));
}
