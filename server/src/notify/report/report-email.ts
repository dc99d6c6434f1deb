/** A report as an email: plain text, and HTML with the chart as a picture of its own. */
import type { ReportEvent } from '@parley/contract';
import { cutText } from '../../base/cut-text.ts';
import { type EmailMessage, SUBJECT_LENGTH } from '../messages/email.ts';
import {
  escapeHtml,
  mailButton,
  mailHeading,
  mailHtml,
  mailNote,
  mailTable,
  mailTitle,
} from '../messages/mail-html.ts';
import { barChart, CHART } from './bar-chart.ts';
import { type ReportRow, type ReportWords, reportWords } from './report-words.ts';

/** The name by which the HTML shows the picture. */
const PICTURE = 'chart@parley';

export function reportEmail(event: ReportEvent): EmailMessage {
  const words = reportWords(event);
  return {
    subject: cutText(`[Parley] ${words.title}`, SUBJECT_LENGTH),
    text: textOf(words),
    html: htmlOf(words),
    pictures: [
      { id: PICTURE, name: 'chart.png', png: barChart(event.data.chart.map(({ costUsd }) => costUsd)) },
    ],
  };
}

function textOf({ title, app, period, figures, lists, link }: ReportWords): string {
  const rows = (all: readonly ReportRow[]) =>
    all.map(({ name, value, note }) => `  ${name}: ${value}${note === '' ? '' : ` (${note})`}`);
  return [
    title,
    `${app}, ${period}`,
    '',
    ...rows(figures),
    ...lists.flatMap(({ title: head, rows: all }) => ['', head, ...rows(all)]),
    '',
    link,
    '',
  ].join('\n');
}

function htmlOf({ title, app, period, compared, figures, lists, chart, link }: ReportWords): string {
  return mailHtml({
    title,
    preview: figures.map(({ name, value }) => `${name}: ${value}`).join(', '),
    application: app,
    parts: [
      mailTitle(title),
      mailNote(period),
      mailHeading('Figures', compared),
      mailTable(figures),
      mailHeading(chart.title, chart.most),
      pictureOf(chart),
      ...lists.flatMap(({ title: head, rows }) => [mailHeading(head), mailTable(rows)]),
      mailButton('Open in Parley', link),
    ],
  });
}

function pictureOf({ title, most, from, to }: ReportWords['chart']): string {
  const { width, height } = { width: CHART.width / 2, height: CHART.height / 2 };
  const alt = escapeHtml([title, most].filter((text) => text !== '').join(', '));
  return [
    `<img src="cid:${PICTURE}" alt="${alt}" width="${width}" height="${height}" style="display:block;width:100%;max-width:${width}px;height:auto;margin:8px 0 0;border:0">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>',
    `<td>${mailNote(from, AXIS)}</td><td align="right">${mailNote(to, AXIS)}</td></tr></table>`,
  ].join('');
}

const AXIS = 'margin:4px 0 0;font-size:13px';
