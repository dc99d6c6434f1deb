/** Mails with links, and when they may be sent. Without a mail server the links are for the operator to hand over. */
import { createLink, type Links } from '../../accounts/people/links.ts';
import { findPerson } from '../../accounts/people/people.ts';
import type { People } from './people.ts';

/** To whoever has the address that somebody signed up with: only they learn whether it was known already. */
export async function writeToNewcomer(people: People, asked: Links['sign-up']): Promise<void> {
  const { email } = asked;
  const known = await findPerson(people.db, email);
  if (!people.throttles.mayMail('confirm', email)) return;
  if (known?.emailVerified)
    people.mail.send({
      to: email,
      subject: 'You have signed up for Parley already',
      text: `Someone, probably you, tried to sign up with this address, which already has an account. You can sign in or reset your password: ${people.baseUrl}`,
    });
  else
    people.mail.send({
      to: email,
      subject: 'Confirm your address for Parley',
      text: 'Someone, probably you, signed up with this address. Confirm it with this link, which works for a day. If it wasn’t you, don’t open it:',
      link: people.link('confirm-email', await createLink(people.db, 'sign-up', asked)),
    });
}

/** A link that sets a new password, to whoever has the address. */
export async function writeResetLink(people: People, email: string): Promise<void> {
  const person = await findPerson(people.db, email);
  if (!person || !people.throttles.mayMail('reset', email)) return;
  people.mail.send({
    to: email,
    subject: 'A new password for Parley',
    text: 'Someone, probably you, asked to reset your password. This link works for an hour:',
    link: people.link('reset-password', await createLink(people.db, 'reset', { personId: person.id })),
  });
}

/**
 * To somebody who signed up before addresses were confirmed here, and knows the password. It may be
 * somebody else's address, so that opening the link sets a password rather than confirming that one.
 */
export async function writeToUnconfirmed(
  people: People,
  { id, email }: { id: string; email: string },
): Promise<void> {
  if (!people.mail.configured || !people.throttles.mayMail('confirm', email)) return;
  people.mail.send({
    to: email,
    subject: 'Confirm your address for Parley',
    text: 'Someone, probably you, tried to sign in with this address, which was never confirmed. This link confirms it and sets your password. It works for an hour:',
    link: people.link('reset-password', await createLink(people.db, 'reset', { personId: id })),
  });
}

export function writeToNewAddress(
  people: People,
  { to, from, token }: Record<'to' | 'from' | 'token', string>,
) {
  people.mail.send({
    to,
    subject: 'Your new address for Parley',
    text: `${from} asked to sign in with this address instead. This link makes it so, within a day. If that is not you, do not open it:`,
    link: people.link('confirm-email', token),
  });
}
