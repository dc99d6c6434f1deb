/** An event as an email: plain text, and HTML that needs no pictures or styles from elsewhere. */
import { cutText } from '../../base/cut-text.ts';
import type { MonitorOrTest } from './event.ts';
import { type Words, wordsOf } from './words.ts';

export type EmailMessage = {
  subject: string;
  text: string;
  html: string;
  /** Shown in the HTML by their ids. */
  pictures?: readonly { id: string; name: string; png: Buffer }[];
};

export const SUBJECT_LENGTH = 200;

export function emailMessage(event: MonitorOrTest): EmailMessage {
  const words = wordsOf(event);
  return {
    subject: cutText(`[Parley] ${words.title}`, SUBJECT_LENGTH),
    text: textOf(words),
    html: htmlOf(words),
  };
}

function textOf({ title, facts, link }: Words): string {
  const lines = facts.map(({ label, value }) => `${label}: ${value}`);
  return [title, '', ...lines, ...(link === null ? [] : ['', link]), ''].join('\n');
}

const CELL = 'padding:4px 16px 4px 0;vertical-align:top';

function htmlOf({ title, facts, link }: Words): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td style="${CELL};color:#666">${escapeHtml(label)}</td><td style="${CELL}">${escapeHtml(value)}</td></tr>`,
  );
  const button =
    link === null ? '' : `<p style="margin:24px 0"><a href="${escapeHtml(link)}">Open in Parley</a></p>`;
  return [
    '<!doctype html><html><body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.4">',
    `<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(title)}</h1>`,
    `<table role="presentation" style="border-collapse:collapse">${rows.join('')}</table>`,
    `${button}</body></html>`,
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
