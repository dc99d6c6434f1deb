/** Readable names for the actions of the audit log. */

/** Prefixes of actions, to filter by. */
export const KINDS: Record<string, string> = {
  account: 'The account',
  member: 'Members',
  invitation: 'Invitations',
  person: 'Sign-ins and people',
  application: 'Applications',
  key: 'API keys',
  token: 'Read tokens',
  price: 'Prices',
  channel: 'Channels',
  delivery: 'Deliveries',
  monitor: 'Monitors',
  report: 'Reports',
  queue: 'Review queues',
  rejection: 'Replays',
  view: 'Saved views',
};

const WORDS: Record<string, string> = {
  'account.rename': 'Renamed the account',
  'application.archive': 'Archived an application',
  'application.create': 'Created an application',
  'application.delete': 'Deleted an application',
  'application.rename': 'Renamed an application',
  'application.restore': 'Restored an application',
  'application.sample': 'Loaded sample data',
  'application.settings': 'Changed settings',
  'channel.create': 'Created a channel',
  'channel.delete': 'Deleted a channel',
  'channel.disable': 'Disabled a channel, by answering 410',
  'channel.rotate': 'Gave a channel a new secret',
  'channel.test': 'Tested a channel',
  'channel.update': 'Changed a channel',
  'delivery.retry': 'Sent a message again',
  'invitation.accept': 'Accepted an invitation',
  'invitation.create': 'Invited someone',
  'invitation.revoke': 'Revoked an invitation',
  'key.create': 'Created an API key',
  'key.revoke': 'Revoked an API key',
  'key.rotate': 'Rotated an API key',
  'member.leave': 'Left the account',
  'member.remove': 'Removed a member',
  'member.role': 'Changed a role',
  'monitor.create': 'Created a monitor',
  'monitor.delete': 'Deleted a monitor',
  'monitor.update': 'Changed a monitor',
  'report.create': 'Created a report',
  'report.delete': 'Deleted a report',
  'report.send': 'Sent a report',
  'report.update': 'Changed a report',
  'person.email.confirm': 'Confirmed an email address',
  'person.email.request': 'Requested an email change',
  'person.password.change': 'Changed their password',
  'person.password.reset': 'Reset their password',
  'person.password.reset-link': 'Created a password reset link',
  'person.rename': 'Changed their name',
  'person.second-factor.backup-codes': 'Created new backup codes',
  'person.second-factor.off': 'Turned off two-factor authentication',
  'person.second-factor.on': 'Turned on two-factor authentication',
  'person.second-factor.start': 'Started two-factor setup',
  'person.session.end': 'Ended a session',
  'person.sign-in': 'Signed in',
  'person.sign-in.failed': 'Failed to sign in',
  'person.sign-out': 'Signed out',
  'person.sign-up': 'Signed up',
  'price.remove': 'Removed a price',
  'price.set': 'Set a price',
  'queue.create': 'Created a review queue',
  'queue.delete': 'Deleted a review queue',
  'queue.update': 'Changed a review queue',
  'rejection.replay': 'Replayed a payload',
  'score.delete': 'Deleted a score',
  'token.create': 'Created a read token',
  'token.revoke': 'Revoked a read token',
  'view.create': 'Saved a view',
  'view.delete': 'Deleted a view',
  'view.share': 'Shared a view',
  'view.unshare': 'Made a view private',
  'view.update': 'Changed a view',
};

/** An action without a name is shown as it is. */
export function actionWords(action: string): string {
  return WORDS[action] ?? action;
}

/** `role: viewer, email: a@b.c`; empty values are left out. */
export function detailWords(details: Record<string, unknown>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${valueWords(name, value)}`)
    .join(', ');
}

function valueWords(name: string, value: unknown): string {
  // The period of a price, in milliseconds.
  if (typeof value === 'number' && (name === 'from' || name === 'to')) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.join(' + ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
