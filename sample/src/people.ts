/** Fictitious users: some with a name and an email address, some with only an id. */

import type { Language } from './conversations/conversation.ts';
import type { Random } from './random.ts';

export type User = {
  userId?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  gender?: string;
  isAuthenticated?: 0 | 1;
};

/** `customer` is the user's company. */
export type Person = { language: Language; user: User; customer?: string };

type Names = { first: readonly [string, ...string[]]; last: readonly [string, ...string[]]; domain: string };

const NAMES: Record<Language, Names> = {
  en: {
    first: [
      'Amara',
      'Ben',
      'Chloe',
      'Dev',
      'Eilidh',
      'Farah',
      'George',
      'Hana',
      'Isaac',
      'June',
      'Kofi',
      'Leila',
    ],
    last: [
      'Abbott',
      'Byrne',
      'Castle',
      'Doyle',
      'Eze',
      'Fletcher',
      'Grant',
      'Hughes',
      'Iqbal',
      'Kaur',
      'Lowe',
    ],
    domain: 'example.com',
  },
  de: {
    first: ['Anke', 'Bastian', 'Clara', 'Deniz', 'Emil', 'Frieda', 'Jonas', 'Lina', 'Mehmet', 'Ute'],
    last: ['Albrecht', 'Bauer', 'Conrad', 'Dietz', 'Engel', 'Krüger', 'Lorenz', 'Özdemir', 'Vogt'],
    domain: 'example.org',
  },
  fr: {
    first: ['Aline', 'Bruno', 'Camille', 'Didier', 'Élise', 'Karim', 'Margot', 'Noé', 'Yasmine'],
    last: ['Arnaud', 'Blanc', 'Chevalier', 'Dupré', 'Faure', 'Lemoine', 'Perrin', 'Rousseau'],
    domain: 'example.net',
  },
};

const CUSTOMERS = ['northwind', 'fjordline', 'alpenglow', 'harbourside', 'meridian'] as const;

/** Two of three users write English. */
const LANGUAGES = ['en', 'en', 'en', 'en', 'en', 'en', 'de', 'de', 'fr'] as const;

export function makePeople(count: number, random: Random): Person[] {
  return Array.from({ length: count }, (_, index) => {
    const person = makePerson(index, random);
    return random.next() < 0.7 ? { ...person, customer: random.pick(CUSTOMERS) } : person;
  });
}

function makePerson(index: number, random: Random): Person {
  const language = random.pick(LANGUAGES);
  const names = NAMES[language];
  const firstName = random.pick(names.first);
  const lastName = random.pick(names.last);
  const email = `${plain(firstName)}.${plain(lastName)}${index}@${names.domain}`;
  const userId = `u_${(10_000 + index * 37).toString(36)}`;
  const chance = random.next();
  // Four kinds of user data: full profile, email only, id only, guest id.
  if (chance < 0.15) return { language, user: { email, isAuthenticated: 1 } };
  if (chance < 0.27) return { language, user: { userId, isAuthenticated: 1 } };
  if (chance < 0.35) return { language, user: { userId: `guest-${index}`, isAuthenticated: 0 } };
  const user: User = { userId, email, firstName, lastName, isAuthenticated: 1 };
  if (random.next() < 0.2) user.phone = `+49 30 555 ${1000 + index}`;
  if (random.next() < 0.15) user.gender = random.pick(['female', 'male', 'diverse']);
  return { language, user };
}

/** In a form that is valid in an email address. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
}
