/** One attempt to send an email, by the mail server that is configured. */
import { once } from 'node:events';
import { createTransport } from 'nodemailer';
import type { EmailMessage } from '../messages/email.ts';
import { failed, type Outcome } from './outcome.ts';

export type Letter = EmailMessage & {
  /** The same for all attempts, so that a mail program recognises a repeated one. */
  id: string;
  to: readonly string[];
};

export type Mailer = {
  /** Never throws, except when `signal` ends it. */
  send: (letter: Letter, signal: AbortSignal) => Promise<Outcome>;
};

/** The whole attempt; mail servers take longer than webhooks. */
const MAIL_TIMEOUT_MS = 20_000;

export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      dnsTimeout: MAIL_TIMEOUT_MS,
      connectionTimeout: MAIL_TIMEOUT_MS,
      greetingTimeout: MAIL_TIMEOUT_MS,
      socketTimeout: MAIL_TIMEOUT_MS,
      // Only what is said here is sent: no file or address that a text may name.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send({ id, to, subject, text, html, pictures = [] }, signal) {
      const timeout = AbortSignal.timeout(MAIL_TIMEOUT_MS);
      const ending = new AbortController();
      const ended = once(AbortSignal.any([signal, timeout]), 'abort', { signal: ending.signal });
      try {
        const sent = transport.sendMail({
          to: [...to],
          subject,
          text,
          html,
          attachments: pictures.map(({ id: cid, name, png }) => ({
            cid,
            filename: name,
            content: png,
            contentType: 'image/png',
            contentDisposition: 'inline' as const,
          })),
          messageId: `<${id}@${domainOf(from)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        const info = await Promise.race([sent, ended.then(() => null)]);
        if (info) return { kind: 'delivered', status: null, answer: answerOf(info) };
        signal.throwIfAborted();
        return failed(`The mail server did not answer within ${MAIL_TIMEOUT_MS / 1000} seconds.`);
      } catch (error) {
        signal.throwIfAborted();
        return failed(error instanceof Error ? error.message : String(error));
      } finally {
        ending.abort();
      }
    },
  };
}

/** A mail server may take a letter for some of its recipients only. */
function answerOf({ response, rejected }: { response: string; rejected: readonly unknown[] }): string {
  return rejected.length === 0 ? response : `Refused for ${rejected.join(', ')}. ${response}`;
}

function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'parley';
}
