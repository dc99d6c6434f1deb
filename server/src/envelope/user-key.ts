import type { Person } from './journal-entry.ts';

/**
 * The key of a user: the exact `userId`, else the email address, else null. Addresses are compared without
 * regard to case and Unicode composition (é as one character, or as e and an accent), but not to
 * compatibility: `ﬁ` and `fi` look alike and can be two addresses.
 */
export function userKeyOf({ userId, email }: Pick<Person, 'userId' | 'email'>): string | null {
  return userId ?? (email === null ? null : addressKey(email));
}

/** Composes last: a capital letter may lack the composed character that the small one has. */
export function addressKey(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}
