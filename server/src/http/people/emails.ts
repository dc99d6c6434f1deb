/** Emails with links, and their limits. Without a mail server, the operator has to deliver the links. */
import { createLink, type Links } from '../../accounts/people/links.ts';
import { findPerson } from '../../accounts/people/people.ts';
import type { PeopleContext } from './people-context.ts';

/** To the email that somebody signed up with: only its owner learns whether it was already known. */
export async function sendSignUpEmail(people: PeopleContext, asked: Links['sign-up']): Promise<void> {
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

/** A link to set a new password. */
export async function sendResetEmail(people: PeopleContext, email: string): Promise<void> {
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
 * To a person who signed up before emails were confirmed here, and knows the password. The email may belong
 * to somebody else, so that opening the link sets a new password rather than confirming the old one.
 */
export async function sendConfirmationEmail(
  people: PeopleContext,
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

export function sendNewAddressEmail(
  people: PeopleContext,
  { to, from, token }: Record<'to' | 'from' | 'token', string>,
) {
  people.mail.send({
    to,
    subject: 'Your new address for Parley',
    text: `${from} asked to sign in with this address instead. This link makes it so, within a day. If that is not you, do not open it:`,
    link: people.link('confirm-email', token),
  });
}
