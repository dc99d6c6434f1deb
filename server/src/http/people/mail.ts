/** Sends emails. Without a mail server, links are logged for the operator to deliver. */
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { JobReports } from '../../monitoring/jobs.ts';

export type Email = { to: string; subject: string; text: string; link?: string };

export type Mail = {
  /** Whether a mail server is configured. */
  configured: boolean;
  /** Returns at once, so that the response time does not reveal whether there was a recipient. */
  send: (email: Email) => void;
};

export function createMail(config: Config['mail'], log: Logger, jobs: JobReports): Mail {
  if (!config) {
    return {
      configured: false,
      send({ to, subject, link }) {
        if (link) log.warn({ to, link }, `no mail server is configured; deliver this link: ${subject}`);
      },
    };
  }
  const transport = createTransport(config.smtpUrl, { from: config.from });
  return {
    configured: true,
    send({ to, subject, text, link }) {
      const body = link ? `${text}\n\n${link}\n` : `${text}\n`;
      transport
        .sendMail({ to, subject, text: body })
        .then(() => jobs.worked('mail'))
        .catch((error: unknown) => {
          log.error({ err: error, to, subject }, 'could not send mail');
          jobs.failed('mail', error);
        });
    },
  };
}
