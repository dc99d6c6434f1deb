/** What leaves through channels: the types of messages, and the data of those that monitors send. */
import { z } from 'zod';
import { MonitorCondition } from './monitor-condition.ts';
import { Timestamp } from './record.ts';

export const CHANNEL_KINDS = ['webhook', 'slack', 'email', 'pagerduty'] as const;
export const ChannelKind = z.enum(CHANNEL_KINDS);
export type ChannelKind = z.infer<typeof ChannelKind>;

export const EVENT_TYPES = ['monitor.firing', 'monitor.recovered', 'report.ready', 'channel.test'] as const;
export const EventType = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof EventType>;

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export const DeliveryState = z.enum(DELIVERY_STATES);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const MONITOR_STATES = ['ok', 'pending', 'firing', 'recovering', 'noData', 'failing'] as const;
export const MonitorState = z
  .enum(MONITOR_STATES)
  .describe(
    '`pending`: violated, not yet for as long as `for` asks; `recovering`: no longer violated, not yet better by the margin; `failing`: it could not be judged',
  );
export type MonitorState = z.infer<typeof MonitorState>;

/** What a monitor says: no text of a conversation, and no secret. */
export const MonitorEvent = z.object({
  type: z.enum(['monitor.firing', 'monitor.recovered']),
  timestamp: Timestamp,
  data: z.object({
    monitor: z.object({ id: z.string(), name: z.string(), url: z.string() }),
    app: z.object({ id: z.string(), name: z.string() }),
    group: z.string().nullable().describe('The value of `groupBy`; `null` without, or for no value'),
    state: MonitorState,
    step: z.number().nullable().describe('Of a budget: the share that was reached'),
    measure: z.string(),
    value: z.number().nullable().describe('With `changedBy`: the change, as a share'),
    threshold: z.number(),
    condition: MonitorCondition,
    window: z.object({ from: Timestamp, to: Timestamp }),
    forecast: z.number().nullable().describe('Of a budget: what the period will come to at this pace'),
    again: z.boolean().describe('Whether it was told before and still fires'),
    reason: z.string().nullable().describe('Why it could not be judged, or why it ended without being well'),
  }),
});
export type MonitorEvent = z.infer<typeof MonitorEvent>;
