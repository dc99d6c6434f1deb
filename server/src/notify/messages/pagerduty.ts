/** An event for PagerDuty's Events API v2. Firing and recovery share a key, so that the one resolves the other. */
import { hash } from 'node:crypto';
import { cutText } from '../../base/cut-text.ts';
import type { MonitorOrTest } from './event.ts';
import { wordsOf } from './words.ts';

export const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue';
const SUMMARY_LENGTH = 1024;

export type PagerDutyEvent = {
  routing_key: string;
  event_action: 'trigger' | 'resolve';
  dedup_key: string;
  payload: {
    summary: string;
    source: string;
    severity: 'critical' | 'warning' | 'info';
    timestamp: string;
    custom_details: Record<string, string>;
  };
  links: { href: string; text: string }[];
};

export function pagerDutyEvent(event: MonitorOrTest, routingKey: string): PagerDutyEvent {
  const { summary, facts, link } = wordsOf(event);
  return {
    routing_key: routingKey,
    event_action: event.type === 'monitor.recovered' ? 'resolve' : 'trigger',
    dedup_key: dedupKey(event),
    payload: {
      summary: cutText(summary, SUMMARY_LENGTH),
      source: `Parley: ${event.data.app.name}`,
      severity: severityOf(event),
      timestamp: event.timestamp,
      custom_details: Object.fromEntries(facts.map(({ label, value }) => [label, value])),
    },
    links: link === null ? [] : [{ href: link, text: 'Open in Parley' }],
  };
}

/** Of a monitor and a group, whatever their length: groups enter by their hash. */
export function dedupKey(event: MonitorOrTest): string {
  if (event.type === 'channel.test') return `parley/test/${event.data.channel.id}`;
  const { monitor, group } = event.data;
  return group === null ? `parley/${monitor.id}` : `parley/${monitor.id}/${hash('sha256', group, 'hex')}`;
}

function severityOf(event: MonitorOrTest): PagerDutyEvent['payload']['severity'] {
  if (event.type === 'channel.test') return 'info';
  const { step } = event.data;
  return step !== null && step < 1 ? 'warning' : 'critical';
}
