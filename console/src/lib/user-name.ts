/** The display name of a user. */
import type { User } from '@parley/contract';

export type Person = Pick<User, 'firstName' | 'lastName' | 'email'>;

/** A user with neither id nor email. */
export const ANONYMOUS = 'Anonymous';

export function fullName({ firstName, lastName }: Omit<Person, 'email'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** The name, else the email, else the key. */
export function userName(person: Person, key: string): string {
  return fullName(person) || person.email || key;
}
