/** The display name of a user. */
import type { User } from '@parley/contract';
import { FIELDS } from '@parley/contract/fields';

export type Person = Pick<User, 'firstName' | 'lastName' | 'email'>;

/** Name of a user who was sent with neither an id nor an email address. */
export const ANONYMOUS = FIELDS.user.none;

export function fullName({ firstName, lastName }: Omit<Person, 'email'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** The name, else the email, else the key. */
export function userName(person: Person, key: string): string {
  return fullName(person) || person.email || key;
}
