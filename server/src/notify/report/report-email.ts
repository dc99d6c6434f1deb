/** A report as an email: plain text, and HTML with the chart as a picture of its own. */
import type { ReportEvent } from '@parley/contract';
import { cutText } from '../../base/cut-text.ts';
import { type EmailMessage, escapeHtml, SUBJECT_LENGTH } from '../messages/email.ts';
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

function textOf({ title, period, figures, lists, link }: ReportWords): string {
  const rows = (all: readonly ReportRow[]) =>
    all.map(({ name, value, note }) => `  ${name}: ${value}${note === '' ? '' : ` (${note})`}`);
  return [
    title,
    period,
    '',
    ...rows(figures),
    ...lists.flatMap(({ title: head, rows: all }) => ['', head, ...rows(all)]),
    '',
    link,
    '',
  ].join('\n');
}

const INK = '#1c1c1a';
const PALE = '#6b6b66';
const CELL = 'padding:5px 12px 5px 0;border-bottom:1px solid #e5e5e0';
const RIGHT = `${CELL};text-align:right;white-space:nowrap`;

function htmlOf({ title, period, figures, lists, chart, link }: ReportWords): string {
  return [
    '<!doctype html><html lang="en"><body style="margin:0;background:#ffffff">',
    `<div style="max-width:560px;margin:0 auto;padding:24px 16px;font-family:system-ui,sans-serif;font-size:15px;line-height:1.4;color:${INK}">`,
    `<h1 style="font-size:20px;margin:0">${escapeHtml(title)}</h1>`,
    `<p style="margin:4px 0 20px;color:${PALE}">${escapeHtml(period)}</p>`,
    tableOf(figures),
    `<h2 style="font-size:15px;margin:24px 0 8px">${escapeHtml(chart.title)}</h2>`,
    `<img src="cid:${PICTURE}" alt="${escapeHtml(chart.title)}" width="${CHART.width / 2}" height="${CHART.height / 2}" style="display:block;width:100%;height:auto;max-width:${CHART.width / 2}px">`,
    `<p style="margin:4px 0 0;color:${PALE};font-size:13px">${escapeHtml(`${chart.from} to ${chart.to}`)}</p>`,
    ...lists.flatMap(({ title: head, rows }) => [
      `<h2 style="font-size:15px;margin:24px 0 8px">${escapeHtml(head)}</h2>`,
      tableOf(rows),
    ]),
    `<p style="margin:24px 0 0"><a href="${escapeHtml(link)}" style="color:#0f766e">Open in Parley</a></p>`,
    '</div></body></html>',
  ].join('\n');
}

function tableOf(rows: readonly ReportRow[]): string {
  const lines = rows.map(
    ({ name, value, note }) =>
      `<tr><td style="${CELL};word-break:break-word">${escapeHtml(name)}</td><td style="${RIGHT}"><b>${escapeHtml(value)}</b></td><td style="${RIGHT};color:${PALE};padding-right:0">${escapeHtml(note)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" style="border-collapse:collapse">${lines.join('')}</table>`;
}
