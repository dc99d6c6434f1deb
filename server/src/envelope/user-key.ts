import type { Person } from './journal-entry.ts';

/**
 * What names a user: the `userId` as it is, else the address, else nothing. An id is whatever the
 * application makes of it, to the last space; an address is the same in any case and however its letters
 * are written (é is one character, or e and an accent). No further: `ﬁ` and `fi` look alike, and can be two
 * addresses.
 */
export function userKeyOf({ userId, email }: Pick<Person, 'userId' | 'email'>): string | null {
  return userId ?? (email === null ? null : addressKey(email));
}

/** The accents last: a capital letter may lack the character that the small one has. */
export function addressKey(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}
