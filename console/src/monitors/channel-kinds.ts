import type { Channel } from '@parley/contract';

type Kind = { name: string; field: 'url' | 'to' | 'routingKey'; label: string; hint: string };

/** The kinds of channels, in the order of the menu. */
export const CHANNEL_KINDS: Readonly<Record<Channel['kind'], Kind>> = {
  email: { name: 'Email', field: 'to', label: 'Recipients', hint: 'Separated by commas, 20 at most.' },
  slack: {
    name: 'Slack',
    field: 'url',
    label: 'Webhook URL',
    hint: 'Of an incoming webhook. Mattermost and Rocket.Chat take the same.',
  },
  pagerduty: {
    name: 'PagerDuty',
    field: 'routingKey',
    label: 'Integration key',
    hint: 'Of an Events API v2 integration.',
  },
  webhook: {
    name: 'Webhook',
    field: 'url',
    label: 'URL',
    hint: 'Messages are signed by Standard Webhooks.',
  },
};
