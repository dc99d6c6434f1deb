/** The three sample applications: their prompts, topics and usage patterns. */
import { CODE } from './conversations/code.ts';
import type { ApplicationName, Conversation } from './conversations/conversation.ts';
import { DOCS } from './conversations/docs.ts';
import { SUPPORT } from './conversations/support.ts';

export type Application = {
  name: ApplicationName;
  system: string;
  conversations: readonly [Conversation, ...Conversation[]];
  /** Share of all visits. */
  share: number;
  /** Activity at weekends, relative to 1 on a working day. */
  weekend: number;
  /** Prefix of session names. */
  sessions: string;
  /** Features of the application from which users ask. */
  features: readonly [string, ...string[]];
  /** Whether answers are streamed, and whether calls belong to traces. */
  streams: boolean;
  traces: boolean;
  /** Share of anonymous visits. */
  anonymous: number;
};

export const APPLICATIONS: readonly [Application, ...Application[]] = [
  {
    name: 'Support assistant',
    system:
      'You are the assistant of a shop for outdoor equipment that also books train journeys. Answer in the language of the customer, in a friendly and brief way. Look things up with the tools before you say anything about an order, the stock or a connection; never guess a date or a price. Exchanges are free within 30 days, returns cost 3.90, the warranty is two years. Do not ask for passwords or card numbers. When somebody is upset, say sorry once, then help. Hand over to a person when you are asked to, or when an order is worth more than 500.',
    conversations: SUPPORT,
    share: 0.56,
    weekend: 0.65,
    sessions: 'chat',
    features: ['chat-widget', 'chat-widget', 'help-centre', 'order-page'],
    streams: true,
    traces: true,
    anonymous: 0.12,
  },
  {
    name: 'Docs search',
    system:
      'You answer questions from the documents that were found. Say where something stands. When the documents do not have the answer, say so instead of inventing one. Prefer short paragraphs and lists; give amounts in metric units.',
    conversations: DOCS,
    share: 0.26,
    weekend: 0.45,
    sessions: 'search',
    features: ['site-search', 'in-app-help', 'slack-bot'],
    streams: true,
    traces: false,
    anonymous: 0.3,
  },
  {
    name: 'Code review bot',
    system:
      'You review changes as a careful colleague would. Read the whole diff first. Point out bugs, races, missing tests and unsafe input, with the file and the line, and show the fix when it is short. Do not comment on style that the formatter settles. Say what is good when it is. Approve when nothing is left that has to change.',
    conversations: CODE,
    share: 0.18,
    weekend: 0.12,
    sessions: 'review',
    features: ['pull-request', 'pull-request', 'editor'],
    streams: false,
    traces: true,
    anonymous: 0.04,
  },
];
