/** An event as an email: plain text, and HTML that needs no pictures or styles from elsewhere. */
import { cutText } from '../../base/cut-text.ts';
import type { MonitorOrTest } from './event.ts';
import {
  mailBadge,
  mailBar,
  mailButton,
  mailFigure,
  mailHtml,
  mailTable,
  mailTitle,
  type Tone,
} from './mail-html.ts';
import { plainLine } from './plain-line.ts';
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
    html: htmlOf(event, words),
  };
}

function textOf({ title, facts, link }: Words): string {
  const lines = facts.map(({ label, value }) => `${label}: ${value}`);
  return [title, '', ...lines, ...(link === null ? [] : ['', link]), ''].join('\n');
}

/** The news, what it is about, the figure, and the facts that have not been said by then. */
function htmlOf(event: MonitorOrTest, { title, news, about, summary, figures, facts, link }: Words): string {
  const said = ['Application', ...(figures ? ['Measure', 'Value', 'Threshold', 'Group', 'Step'] : [])];
  const rows = facts
    .filter(({ label }) => !said.includes(label))
    .map(({ label, value }) => ({ name: label, value }));
  const tone = toneOf(event);
  return mailHtml({
    title,
    preview: summary,
    application: plainLine(event.data.app.name),
    parts: [
      `<p style="margin:0 0 10px">${mailBadge(news, tone)}</p>`,
      mailTitle(about),
      ...(figures ? [mailFigure(figures)] : []),
      ...barOf(event, tone),
      '<div style="height:16px;line-height:16px;font-size:0">&nbsp;</div>',
      mailTable(rows, { pale: true }),
      ...(link === null ? [] : [mailButton('Open in Parley', link)]),
    ],
  });
}

/** How much of a budget is used up. */
function barOf(event: MonitorOrTest, tone: Tone): string[] {
  if (event.type === 'channel.test') return [];
  const { step, value, threshold } = event.data;
  return step === null || value === null || threshold <= 0 ? [] : [mailBar(value / threshold, tone)];
}

function toneOf(event: MonitorOrTest): Tone {
  if (event.type !== 'monitor.firing') return 'good';
  const { state, step } = event.data;
  return state === 'failing' || (step !== null && step < 1) ? 'warn' : 'bad';
}
