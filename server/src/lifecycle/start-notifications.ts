/** Starts what sends messages through channels, on every node. */
import { serverSecret } from '../accounts/server-secret.ts';
import type { Config } from '../config.ts';
import type { JobReports } from '../monitoring/jobs.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { Seal } from '../notify/channels/seal.ts';
import { readWaiting, removeOld, type Waiting } from '../notify/deliveries/outbox.ts';
import type { Notifications } from '../notify/notifications.ts';
import { Sender } from '../notify/sender.ts';
import { createMailer } from '../notify/wire/mail.ts';
import { EVERYWHERE, PUBLIC_ONLY } from '../notify/wire/reachable.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { RunningMetadata } from './start-metadata.ts';

/** How often the outbox is looked at; a test and a retry by hand do not wait for it. */
const LOOK_MS = 1000;
/** What is being sent may end; the rest of the time to stop is for the drain. */
const STOP_MS = 2000;
const WAITING_MS = 15_000;
const REMOVE_MS = 3_600_000;

type Options = { config: Config; jobs: JobReports; metadata: RunningMetadata; metrics: Metrics };

export async function startNotifications(
  lifecycle: Lifecycle,
  { config, jobs, metadata: { db }, metrics }: Options,
): Promise<Notifications> {
  const seal = new Seal(config.secret ?? (await serverSecret(db)));
  const reach = config.webhookPrivate === 'allow' ? EVERYWHERE : PUBLIC_ONLY;
  const mailer = config.mail && createMailer(config.mail);
  const onFailure = (error: unknown) => jobs.failed('notifications', error);
  const sender = lifecycle.add(new Sender({ db, seal, reach, mailer, onFailure }), (it) =>
    it.stop(Math.min(lifecycle.deadline, Date.now() + STOP_MS)),
  );
  lifecycle.every(LOOK_MS, 'notifications', () => sender.sendDue(), { now: true });
  lifecycle.every(REMOVE_MS, 'old-deliveries', () => removeOld(db, Date.now()), { now: true });

  let waiting: Waiting = { count: 0, since: null };
  const look = async () => {
    waiting = await readWaiting(db);
  };
  lifecycle.every(WAITING_MS, 'outbox', look, { now: true });
  metrics.showDeliveries({
    sent: () => sender.sent,
    failed: () => sender.failed,
    waiting: () => waiting.count,
    oldestSeconds: () => (waiting.since === null ? 0 : Math.max(0, (Date.now() - waiting.since) / 1000)),
  });
  return {
    seal,
    rules: { reach, canMail: mailer !== null },
    // If this look fails, the next one by the clock reports it.
    wake: () => void sender.sendDue().catch(() => {}),
  };
}
