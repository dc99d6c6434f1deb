/** A report as a message for Slack: without the picture, which an incoming webhook cannot carry. */
import type { ReportEvent } from '@parley/contract';
import { type Block, escaped, FALLBACK_LENGTH, HEADER_LENGTH, type Text } from '../messages/slack.ts';
import { type ReportRow, reportWords } from './report-words.ts';

/** Slack's limit of a section. */
const SECTION_LENGTH = 3000;

type Section = { type: 'section'; text: Text };

export function reportSlack(event: ReportEvent): { text: string; blocks: (Block | Section)[] } {
  const { title, app, period: days, figures, lists, link } = reportWords(event);
  const period = `${app}, ${days}`;
  const section = (head: string, rows: readonly ReportRow[]): Section => ({
    type: 'section',
    text: marked(head, rows.map(lineOf).join('\n')),
  });
  const button: Text = { type: 'plain_text', text: 'Open in Parley', emoji: false };
  const figureLine = figures.map(lineOf).join(', ');
  return {
    text: escaped(`${title}. ${period}. ${figureLine}`, FALLBACK_LENGTH),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: escaped(title, HEADER_LENGTH), emoji: false } },
      section(period, figures),
      ...lists.map(({ title: head, rows }) => section(head, rows)),
      { type: 'actions', elements: [{ type: 'button', text: button, url: link }] },
    ],
  };
}

function lineOf({ name, value, note }: ReportRow): string {
  return `${name}: ${value}${note === '' ? '' : ` (${note})`}`;
}

/** Verbatim: Slack neither links nor mentions what a text merely contains. */
function marked(head: string, text: string): Text {
  // An asterisk within the head would end it.
  const bold = `*${escaped(head.replaceAll('*', ''), HEADER_LENGTH)}*\n`;
  return { type: 'mrkdwn', text: bold + escaped(text, SECTION_LENGTH - bold.length), verbatim: true };
}
