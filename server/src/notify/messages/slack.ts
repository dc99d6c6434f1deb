/** A message for Slack's incoming webhooks. Mattermost and Rocket.Chat read its `text`. */
import { cutText } from '../../base/cut-text.ts';
import type { MonitorOrTest } from './event.ts';
import { wordsOf } from './words.ts';

/** Slack's limits; a longer text would be answered with 400. */
export const HEADER_LENGTH = 150;
const FIELD_LENGTH = 2000;
export const FALLBACK_LENGTH = 3000;
const FIELDS = 10;

export type Text =
  | { type: 'plain_text'; text: string; emoji: false }
  | { type: 'mrkdwn'; text: string; verbatim: true };
export type Block =
  | { type: 'header'; text: Text }
  | { type: 'section'; fields: Text[] }
  | { type: 'actions'; elements: { type: 'button'; text: Text; url: string }[] };
export type SlackMessage = { text: string; blocks: Block[] };

export function slackMessage(event: MonitorOrTest): SlackMessage {
  const { title, summary, facts, link } = wordsOf(event);
  const fields = facts.slice(0, FIELDS).map(({ label, value }): Text => {
    const head = `*${label}*\n`;
    // Verbatim: Slack neither links nor mentions what a text merely contains.
    return { type: 'mrkdwn', text: head + escaped(value, FIELD_LENGTH - head.length), verbatim: true };
  });
  const blocks: Block[] = [
    { type: 'header', text: { type: 'plain_text', text: escaped(title, HEADER_LENGTH), emoji: false } },
    { type: 'section', fields },
  ];
  if (link !== null) {
    const text: Text = { type: 'plain_text', text: 'Open in Parley', emoji: false };
    blocks.push({ type: 'actions', elements: [{ type: 'button', text, url: link }] });
  }
  return { text: escaped(summary, FALLBACK_LENGTH), blocks };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escaped as Slack asks for, so that `<!channel>` is text; cut before an entity, never within one. */
export function escaped(text: string, length: number): string {
  const entities = (part: string) => part.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
  const whole = entities(text);
  if (whole.length <= length) return whole;
  let kept = cutText(text, length - 1);
  while (entities(kept).length > length - 1) kept = cutText(kept, kept.length - 1);
  return `${entities(kept)}…`;
}
