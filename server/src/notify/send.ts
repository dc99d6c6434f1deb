/** One attempt to send a delivery, in the way of its channel. */
import type { Kysely } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import type { Seal } from './channels/seal.ts';
import { openTarget, type Target } from './channels/target.ts';
import type { Claimed } from './deliveries/claim-due.ts';
import { hasNewerOfKey } from './deliveries/newer-of-key.ts';
import { emailMessage } from './messages/email.ts';
import { NotifiedEvent } from './messages/event.ts';
import { PAGERDUTY_URL, pagerDutyEvent } from './messages/pagerduty.ts';
import { slackMessage } from './messages/slack.ts';
import { reportEmail } from './report/report-email.ts';
import { reportSlack } from './report/report-slack.ts';
import type { Mailer } from './wire/mail.ts';
import { failed, type Outcome } from './wire/outcome.ts';
import { post } from './wire/post.ts';
import type { Reach } from './wire/reachable.ts';
import { signedHeaders } from './wire/sign.ts';

export type Ways = { db: Kysely<Tables>; seal: Seal; reach: Reach; mailer: Mailer | null };

const OTHER_SECRET =
  'The channel was saved with another server secret (PARLEY_SECRET). Enter its address again, or rotate its secret.';

/** Throws when `signal` ends it, and when the metadata are away. */
export async function send(delivery: Claimed, ways: Ways, signal: AbortSignal): Promise<Outcome> {
  const { channel } = delivery;
  if (channel.disabled_at !== null) return refused('The channel is disabled.');
  const opened = await opening(delivery, ways.seal);
  if (!opened) return failed(OTHER_SECRET);
  const { target, secrets } = opened;
  const posting = { reach: ways.reach, signal };
  if (channel.kind === 'webhook' && 'url' in target) {
    const { id, body } = delivery;
    const headers = signedHeaders({ id, timestamp: Date.now(), body }, secrets);
    return post({ ...posting, url: target.url, headers, body });
  }
  const { data: event } = NotifiedEvent.safeParse(JSON.parse(delivery.body));
  if (!event) return refused(`A channel of the kind ${channel.kind} has no words for ${delivery.type}.`);
  if ('url' in target) {
    const message = event.type === 'report.ready' ? reportSlack(event) : slackMessage(event);
    return post({ ...posting, url: target.url, body: JSON.stringify(message) });
  }
  if ('routingKey' in target) {
    if (event.type === 'report.ready') return refused('PagerDuty takes incidents, not reports.');
    const message = pagerDutyEvent(event, target.routingKey);
    if (await hasNewerOfKey(ways.db, delivery, message.dedup_key))
      return refused('A newer message about the same incident takes its place.');
    return post({ ...posting, url: PAGERDUTY_URL, body: JSON.stringify(message) });
  }
  if (!ways.mailer) return failed('No mail server is configured (PARLEY_SMTP_URL).');
  const letter = event.type === 'report.ready' ? reportEmail(event) : emailMessage(event);
  return ways.mailer.send({ ...letter, id: delivery.id, to: target.to }, signal);
}

/** The target and the secrets that sign; null if they were sealed with another secret of the server. */
async function opening(
  { channel }: Claimed,
  seal: Seal,
): Promise<{ target: Target; secrets: string[] } | null> {
  const { secret, previous_secret, previous_secret_until } = channel;
  const rotating = previous_secret_until !== null && Date.now() < previous_secret_until;
  const signing = [secret, rotating ? previous_secret : null].filter((sealed) => sealed !== null);
  try {
    return {
      target: await openTarget(channel.target, seal),
      secrets: await Promise.all(signing.map((sealed) => seal.open(sealed))),
    };
  } catch {
    return null;
  }
}

function refused(answer: string): Outcome {
  return { kind: 'refused', status: null, answer };
}
