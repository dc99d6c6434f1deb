/** Mails with links. Without a mail server the link goes to the log, for the operator to hand over. */
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { JobReports } from '../../monitoring/jobs.ts';

export type Letter = { to: string; subject: string; text: string; link?: string };

export type Mail = {
  /** Whether letters reach people by themselves. */
  configured: boolean;
  /** Returns at once, so that nobody learns from the time it takes whether there was somebody to write to. */
  send: (letter: Letter) => void;
};

export function createMail(config: Config['mail'], log: Logger, jobs: JobReports): Mail {
  if (!config) {
    return {
      configured: false,
      send({ to, subject, link }) {
        if (link) log.warn({ to, link }, `no mail server is configured, hand this over: ${subject}`);
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
          log.error({ err: error, to, subject }, 'a mail could not be sent');
          jobs.failed('mail', error);
        });
    },
  };
}
