/** What people call a user. */
import type { User } from '@parley/contract';

export type Person = Pick<User, 'firstName' | 'lastName' | 'email'>;

/** Whoever was named by neither id nor address. */
export const ANONYMOUS = 'Anonymous';

export function fullName({ firstName, lastName }: Omit<Person, 'email'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** By name, else by address, else by key. */
export function userName(person: Person, key: string): string {
  return fullName(person) || person.email || key;
}
