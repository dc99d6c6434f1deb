import { useUserNames } from '../state/user-names.ts';
import { choiceText, type ListKind } from './filter-kinds.ts';

/** Texts of the values of a filter; users are shown by name. */
export function useChoiceText(kind: ListKind, values: readonly string[]): (value: string) => string {
  const isUser = kind.name === 'user';
  const nameOf = useUserNames(isUser ? values : []);
  return (value) => (isUser && value !== '' ? nameOf(value) : choiceText(kind, value));
}
